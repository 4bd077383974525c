import { usePages } from '../../api/endpoints.ts';
import { TextLink } from '../../components/links.tsx';
import { ShowMoreButton } from '../../components/load-more.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { subjectLabel } from './conversation-labels.ts';
import classes from './conversations.module.css';
import { ConversationBadge } from './kind-badge.tsx';

interface Props {
  prospectId: string;
  /** A conversation that is shown already. */
  exceptId?: string;
}

/** All conversations with a prospect, each leading to its thread. */
export function ConversationHistory({ prospectId, exceptId }: Props) {
  const pages = usePages(
    'getConversations',
    { query: { prospectId, limit: '20' } },
    ({ conversations }) => conversations,
  );
  return (
    <>
      <QueryBoundary query={pages} what="the conversations">
        {(all) => {
          const others = all.filter(({ id }) => id !== exceptId);
          if (others.length === 0)
            return (
              <span className={classes.blank}>
                {exceptId ? 'No other conversations' : 'No conversations yet'}
              </span>
            );
          return (
            <ul className={classes.history}>
              {others.map((conversation) => (
                <li key={conversation.id}>
                  <TextLink
                    inherit
                    from="/w/$workspaceId"
                    to="/w/$workspaceId/inbox/$conversationId"
                    params={(before) => ({ ...before, conversationId: conversation.id })}
                    search={{}}
                  >
                    {subjectLabel(conversation)}
                  </TextLink>
                  <span className={classes.note}>
                    <ConversationBadge conversation={conversation} />
                    <RelativeTime at={conversation.lastMessageAt} />
                    {conversation.state === 'closed' && 'Closed'}
                  </span>
                </li>
              ))}
            </ul>
          );
        }}
      </QueryBoundary>
      <ShowMoreButton pages={pages} mt="sm">
        Show earlier conversations
      </ShowMoreButton>
    </>
  );
}
