import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { Initials } from '../../components/initials.tsx';
import { fullTime, useNow } from '../../components/relative-time.tsx';
import {
  type Conversation,
  correspondentName,
  shortTime,
  subjectLabel,
} from '../../features/conversations/conversation-labels.ts';
import { ConversationBadge } from '../../features/conversations/kind-badge.tsx';
import classes from './inbox.module.css';
import { inboxFilters } from './search.ts';

interface Props {
  conversation: Conversation;
  isOpen: boolean;
}

export const ConversationRow = memo(({ conversation, isOpen }: Props) => {
  const { id, prospect, snippet, unread, lastMessageAt } = conversation;
  const now = useNow();
  return (
    <li className={classes.row} data-unread={unread || undefined} data-open={isOpen || undefined}>
      <Link
        from="/w/$workspaceId"
        to="/w/$workspaceId/inbox/$conversationId"
        params={(before) => ({ ...before, conversationId: id })}
        search={inboxFilters}
        resetScroll={false}
        className={classes.rowLink!}
        data-conversation={id}
        aria-current={isOpen ? 'true' : undefined}
      >
        <span className={classes.rowHead}>
          {unread && (
            <>
              <span className={classes.dot} aria-hidden />
              <VisuallyHidden>Unread</VisuallyHidden>
            </>
          )}
          <span className={classes.who}>
            <Initials name={correspondentName(conversation)} size={22} />
          </span>
          <span className={classes.name}>{correspondentName(conversation)}</span>
          {prospect?.companyName && <span className={classes.company}>{prospect.companyName}</span>}
          <time className={classes.time} dateTime={lastMessageAt} title={fullTime(lastMessageAt)}>
            {shortTime(lastMessageAt, now)}
          </time>
        </span>
        <span className={classes.subject}>{subjectLabel(conversation)}</span>
        <span className={classes.rowFoot}>
          <ConversationBadge conversation={conversation} />
          <span className={classes.snippet}>{snippet}</span>
        </span>
      </Link>
    </li>
  );
});
