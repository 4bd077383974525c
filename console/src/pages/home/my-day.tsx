import type { FollowUp } from '@outcrop/contract';
import { IconMail } from '@tabler/icons-react';
import { usePages } from '../../api/endpoints.ts';
import { useMe, useWorkspaceId } from '../../api/session.ts';
import { Badge } from '../../components/badge.tsx';
import { TextLink } from '../../components/links.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { Section } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { dayIn } from '../../features/follow-ups/days.ts';
import { FollowUpList } from '../../features/follow-ups/follow-up-list.tsx';
import { useUnreadCount } from '../../features/inbox/unread-count.ts';
import { prospectName } from '../../features/prospect/fields.ts';
import { ProspectLink } from '../../features/prospect-dialogs/prospect-link.tsx';
import classes from './home.module.css';

/** What the signed-in user has to do today: follow-ups that are due or overdue, and replies. */
export function MyDay() {
  const { user } = useMe();
  const unread = useUnreadCount();
  const pages = usePages(
    'getFollowUps',
    { query: { assigneeId: user.id, dueBefore: dayIn(new Date(), 1), limit: '20' } },
    ({ followUps }) => followUps,
  );
  return (
    <Section title="My day">
      <Panel>
        <QueryBoundary query={pages} what="your follow-ups">
          {(followUps) => (
            <>
              {unread !== null && <UnreadReplies count={unread} />}
              {followUps.length === 0 && (
                <p className={classes.description}>No follow-ups are due today.</p>
              )}
              <FollowUpList label="Due today" followUps={followUps} prospectOf={prospectOf} />
              {pages.hasNextPage && <LoadMore shown={followUps.length} pages={pages} />}
            </>
          )}
        </QueryBoundary>
      </Panel>
    </Section>
  );
}

const prospectOf = ({ prospect }: FollowUp) => (
  <span className={classes.prospect}>
    <ProspectLink id={prospect.id}>{prospectName({ linkedinUrl: null, ...prospect })}</ProspectLink>
    {prospect.companyName && <span>{prospect.companyName}</span>}
  </span>
);

function UnreadReplies({ count }: { count: string }) {
  const workspaceId = useWorkspaceId();
  return (
    <p className={classes.replies}>
      <Badge icon={IconMail} color="info">
        <TextLink
          to="/w/$workspaceId/inbox"
          params={{ workspaceId }}
          search={{ unread: true as const }}
        >
          {count} unread {count === '1' ? 'conversation' : 'conversations'}
        </TextLink>
      </Badge>
    </p>
  );
}
