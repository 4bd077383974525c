import { useDisclosure } from '@mantine/hooks';
import { useActorNames } from '../../api/actor-names.ts';
import type { usePages } from '../../api/endpoints.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { ShowMoreButton } from '../../components/load-more.tsx';
import { MarkdownText } from '../../components/markdown-text.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { LogActivity } from '../notes/log-activity.tsx';
import { DrawerSection } from './drawer-section.tsx';
import classes from './prospect-dialogs.module.css';
import { describeEntry, type TimelineEntry } from './timeline-labels.ts';

interface Props {
  prospectId: string;
  pages: ReturnType<typeof usePages<'getProspectTimeline', TimelineEntry>>;
}

export function Timeline({ prospectId, pages }: Props) {
  const { actor: nameOf, user } = useActorNames();
  const [isLogging, logging] = useDisclosure();
  return (
    <DrawerSection
      title="Timeline"
      action={
        <ActionButton
          size="compact-sm"
          variant="default"
          disabledReason={useDisabledReason('member')}
          onClick={logging.open}
        >
          Log activity
        </ActionButton>
      }
    >
      {isLogging && <LogActivity prospectId={prospectId} onClose={logging.close} />}
      <QueryBoundary query={pages} what="the timeline">
        {(entries) =>
          entries.length === 0 ? (
            <span className={classes.blank}>No activity in the last 13 months.</span>
          ) : (
            <ol className={classes.timeline}>
              {entries.map((entry) => (
                <TimelineItem
                  key={entry.id}
                  entry={entry}
                  by={nameOf(entry.actor)}
                  userName={user}
                  isFromMerged={
                    entry.data.prospectId !== prospectId && entry.type !== 'prospect.deleted'
                  }
                />
              ))}
            </ol>
          )
        }
      </QueryBoundary>
      <ShowMoreButton pages={pages} mt="sm">
        Show earlier
      </ShowMoreButton>
    </DrawerSection>
  );
}

interface EntryProps {
  entry: TimelineEntry;
  by: string;
  userName: (id: string) => string;
  /** About a prospect that was merged into this one. */
  isFromMerged: boolean;
}

function TimelineItem({ entry, by, userName, isFromMerged }: EntryProps) {
  const { text, details = [] } = describeEntry(entry, userName);
  return (
    <li className={classes.entry}>
      {text}
      {entry.type === 'note.added' && entry.note && (
        <div className={classes.clipped}>
          <MarkdownText text={entry.note.text} nameOf={userName} />
        </div>
      )}
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
