import { Button } from '@mantine/core';
import { useActorNames } from '../../api/actor-names.ts';
import type { usePages } from '../../api/endpoints.ts';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { DrawerSection } from './drawer-section.tsx';
import classes from './prospect-dialogs.module.css';
import { describeEntry, type Entry } from './timeline-labels.ts';

interface Props {
  prospectId: string;
  pages: ReturnType<typeof usePages<'getProspectTimeline', Entry>>;
}

export function Timeline({ prospectId, pages }: Props) {
  const { actor: nameOf } = useActorNames();
  return (
    <DrawerSection title="Timeline">
      <QueryBoundary query={pages} what="the timeline">
        {(entries) =>
          entries.length === 0 ? (
            <span className={classes.blank}>No activity in the last 13 months.</span>
          ) : (
            <ol className={classes.timeline}>
              {entries.map((entry) => (
                <TimelineEntry
                  key={entry.id}
                  entry={entry}
                  by={nameOf(entry.actor)}
                  isFromMerged={
                    entry.data.prospectId !== prospectId && entry.type !== 'prospect.deleted'
                  }
                />
              ))}
            </ol>
          )
        }
      </QueryBoundary>
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
    </DrawerSection>
  );
}

interface EntryProps {
  entry: Entry;
  by: string;
  /** About a prospect that was merged into this one. */
  isFromMerged: boolean;
}

function TimelineEntry({ entry, by, isFromMerged }: EntryProps) {
  const { text, details = [] } = describeEntry(entry);
  return (
    <li className={classes.entry}>
      {text}
      {details.map((detail) => (
        <div key={detail} className={classes.detail}>
          {detail}
        </div>
      ))}
      <span className={classes.note}>
        <RelativeTime at={entry.createdAt} />, by {by}
        {isFromMerged && ' (from merged prospect)'}
      </span>
    </li>
  );
}
