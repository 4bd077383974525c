import { Button } from '@mantine/core';
import { OutcropError } from '@outcrop/client';
import type { ManageData } from '@outcrop/contract';
import { IconArrowLeft, IconInfoCircle, IconLock } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { usePages, useRead, useRefresh } from '../../api/endpoints.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { type MorePages, ShowMoreButton } from '../../components/load-more.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { EmptyState } from '../../components/states.tsx';
import {
  correspondentName,
  subjectLabel,
} from '../../features/conversations/conversation-labels.ts';
import { ContextPane } from './context-pane.tsx';
import { ConversationToolbar } from './conversation-toolbar.tsx';
import { DoNotContact } from './do-not-contact.tsx';
import { ReplyForm } from './reply-form.tsx';
import classes from './thread.module.css';
import { Thread } from './thread.tsx';
import { draftId, restoreDraft } from './use-cancel-reply.ts';
import { useConversationActions } from './use-conversation-actions.ts';
import type { useConversationChanges } from './use-conversation-changes.ts';

const refetchInterval = 15_000;

interface Props {
  conversationId: string;
  change: ReturnType<typeof useConversationChanges>;
  /** Whether the user opened it here, so that it gets the focus. */
  takesFocus: boolean;
  /** Opens the next conversation. */
  onDone: () => void;
  onList: () => void;
  onProspect: (id: string) => void;
}

type LoadedConversation = ManageData<'getConversation'>;

/** A conversation with its messages, the reply form and its context. */
export function ConversationPane({ conversationId, onList, ...props }: Props) {
  const pages = usePages(
    'getConversation',
    { params: { conversationId } },
    ({ messages }) => messages.toReversed(),
    {
      refetchInterval,
      pollWhile: (messages) =>
        messages.some(({ status }) => status === 'waiting' || status === 'sending'),
    },
  );
  return (
    <section className={classes.pane} aria-label="Conversation">
      <Button
        className={classes.back!}
        size="compact-sm"
        variant="subtle"
        leftSection={<IconArrowLeft size={16} />}
        onClick={onList}
      >
        Back to the list
      </Button>
      {isNotFound(pages.error) ? (
        <EmptyState title="Conversation not found">
          It was deleted, or it is in another member’s private mailbox.
        </EmptyState>
      ) : (
        <QueryBoundary query={pages} what="the conversation">
          {(newestFirst) => (
            <OpenConversation
              conversation={pages.first!.conversation}
              messages={newestFirst.toReversed()}
              pages={pages}
              {...props}
            />
          )}
        </QueryBoundary>
      )}
    </section>
  );
}

/** The id is unknown or malformed. */
const isNotFound = (error: unknown): boolean =>
  error instanceof OutcropError &&
  (error.code === 'not_found' || error.code === 'validation_error');

type OpenProps = Omit<Props, 'conversationId' | 'onList'> &
  Pick<LoadedConversation, 'conversation' | 'messages'> & { pages: MorePages };

function OpenConversation({ conversation, messages, pages, ...props }: OpenProps) {
  const { change, takesFocus, onDone, onProspect } = props;
  const { id, mailboxId, prospect, canReply } = conversation;
  const draft = draftId(useWorkspaceId(), id);
  const refresh = useRefresh();
  const { data: mailboxData } = useRead('getMailboxes', { query: { limit: '100' } });
  const from = mailboxData?.mailboxes.find((each) => each.id === mailboxId)?.address ?? 'You';
  const title = useRef<HTMLHeadingElement>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const [showsContext, setShowsContext] = useState(false);
  const [isSuppressing, setSuppressing] = useState(false);
  const keepUnread = useReadMark(conversation, change);
  const actions = useConversationActions(conversation, {
    change,
    onDone,
    onKeepUnread: keepUnread,
  });
  // Before the conversation is shown: later, it would take the focus from a reply that was begun.
  useLayoutEffect(() => {
    if (takesFocus) title.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const name = correspondentName(conversation);
  const focusReply = () => setTimeout(() => input.current?.focus());

  return (
    <div className={classes.conversation} data-context={showsContext || undefined}>
      <div className={classes.thread}>
        <header className={classes.head}>
          <h2 ref={title} className={classes.title} tabIndex={-1}>
            {subjectLabel(conversation)}
          </h2>
          <ConversationToolbar
            conversation={conversation}
            actions={actions}
            onDoNotContact={() => setSuppressing(true)}
          />
          <Button
            className={classes.contextToggle!}
            size="compact-sm"
            variant="default"
            leftSection={<IconInfoCircle size={16} />}
            aria-expanded={showsContext}
            onClick={() => setShowsContext(!showsContext)}
          >
            {name}
          </Button>
        </header>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it must be scrollable by keyboard */}
        <section className={classes.scroll} aria-label="Messages" tabIndex={0}>
          <ShowMoreButton pages={pages} mb="sm">
            Show older messages
          </ShowMoreButton>
          <Thread
            messages={messages}
            from={from}
            recipientName={name}
            onUndone={focusReply}
            onWriteAgain={(text) => {
              restoreDraft(draft, text);
              focusReply();
            }}
          />
        </section>
        {canReply.allowed ? (
          <ReplyForm
            conversationId={id}
            recipientName={name}
            input={input}
            onSent={() => title.current?.focus({ preventScroll: true })}
            onLeave={() => title.current?.focus({ preventScroll: true })}
          />
        ) : (
          <p className={classes.noReply}>
            <IconLock size={16} aria-hidden /> {canReply.reason ?? 'You can’t reply here.'}
          </p>
        )}
      </div>
      <section className={classes.context} aria-label="Prospect">
        <ContextPane conversation={conversation} onOpen={onProspect} />
      </section>
      {isSuppressing && prospect && (
        <DoNotContact
          prospectId={prospect.id}
          name={name}
          onDone={() => void refresh('getConversation')}
          onClose={() => setSuppressing(false)}
        />
      )}
    </div>
  );
}

/** Marks a conversation as read when it is opened, and when a message arrives while it is open. */
function useReadMark(
  conversation: LoadedConversation['conversation'],
  change: OpenProps['change'],
): () => void {
  const canWrite = useDisabledReason('member') === null;
  const { id, unread, lastMessageAt } = conversation;
  const marked = useRef('');
  const latest = useRef(conversation);
  latest.current = conversation;
  const state = `${id} ${lastMessageAt}`;
  useEffect(() => {
    if (!canWrite || !unread || marked.current === state) return;
    marked.current = state;
    void change(latest.current, { unread: false }, 'mark the conversation as read');
  }, [canWrite, unread, state, change]);
  return () => {
    marked.current = state;
  };
}
