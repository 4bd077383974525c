import { Button } from '@mantine/core';
import type { usePages } from '../../../api/lines.ts';
import { useNames } from '../../../api/names.ts';
import { Loaded } from '../../../parts/loaded.tsx';
import { RelativeTime } from '../../../parts/relative-time.tsx';
import { Part } from './part.tsx';
import classes from './person.module.css';
import { type Entry, told } from './timeline-words.ts';

interface Props {
  prospectId: string;
  pages: ReturnType<typeof usePages<'getProspectTimeline', Entry>>;
}

/** What happened to someone, newest first. */
export function Timeline({ prospectId, pages }: Props) {
  const { actor: nameOf } = useNames();
  return (
    <Part title="Timeline">
      <Loaded query={pages} what="the timeline">
        {(entries) =>
          entries.length === 0 ? (
            <span className={classes.blank}>Nothing happened in the last 13 months.</span>
          ) : (
            <ol className={classes.timeline}>
              {entries.map((entry) => (
                <Happening
                  key={entry.id}
                  entry={entry}
                  by={nameOf(entry.actor)}
                  isOfOther={
                    entry.data.prospectId !== prospectId && entry.type !== 'prospect.deleted'
                  }
                />
              ))}
            </ol>
          )
        }
      </Loaded>
      {pages.hasNextPage && (
        <Button
          mt="sm"
          size="compact-sm"
          variant="default"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          Show earlier
        </Button>
      )}
    </Part>
  );
}

interface HappeningProps {
  entry: Entry;
  by: string;
  /** It happened to a record that was merged into this one since. */
  isOfOther: boolean;
}

function Happening({ entry, by, isOfOther }: HappeningProps) {
  const { text, details = [] } = told(entry);
  return (
    <li className={classes.happening}>
      {text}
      {details.map((detail) => (
        <div key={detail} className={classes.detail}>
          {detail}
        </div>
      ))}
      <span className={classes.note}>
        <RelativeTime at={entry.createdAt} />, by {by}
        {isOfOther && '; to the record that was merged into this one'}
      </span>
    </li>
  );
}
