import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useKey } from '../../browser/keys.ts';
import { useNow } from '../../components/relative-time.tsx';
import {
  type PendingReply,
  pendingReplies,
  removePending,
  secondsUntil,
} from './pending-reply-store.ts';
import classes from './thread.module.css';
import { useCancelReply } from './use-cancel-reply.ts';

interface Props {
  /** The open conversation shows its own. */
  openId: string | null;
  onUndone: (conversationId: string) => void;
}

export function PendingReplies({ openId, onUndone }: Props) {
  const { mutate: cancel } = useCancelReply(({ conversationId }) => onUndone(conversationId));
  useKey('x', 'Undo sending', () => undoNewest(cancel));
  const others = pendingReplies.use().filter(({ conversationId }) => conversationId !== openId);
  if (others.length === 0) return null;
  return (
    <div className={classes.pendingReplies}>
      {others.map((reply) => (
        <PendingReplyLine
          key={reply.id}
          reply={reply}
          onUndone={() => onUndone(reply.conversationId)}
        />
      ))}
    </div>
  );
}

/** Undoes the reply that was sent last: by its button, or, if it is not shown yet, without. */
function undoNewest(cancel: (reply: PendingReply) => void): void {
  const accepted = pendingReplies
    .get()
    .filter(({ sendAt }) => secondsUntil(sendAt, Date.now()) > 0)
    .map((reply) => ({ sendAt: reply.sendAt, undo: () => cancel(reply) }));
  const shown = [...document.querySelectorAll<HTMLElement>('[data-waits-until]')].map((button) => ({
    sendAt: button.dataset['waitsUntil']!,
    undo: () => button.click(),
  }));
  [...accepted, ...shown]
    .toSorted((one, other) => Date.parse(one.sendAt) - Date.parse(other.sendAt))
    .at(-1)
    ?.undo();
}

interface LineProps {
  reply: PendingReply;
  onUndone: () => void;
}

function PendingReplyLine({ reply, onUndone }: LineProps) {
  const { id, recipientName, sendAt } = reply;
  const seconds = secondsUntil(sendAt, useNow(250));
  const cancel = useCancelReply(onUndone);
  useEffect(() => {
    if (seconds === 0) removePending(id);
  }, [seconds, id]);
  return (
    <p className={classes.pendingReply}>
      <span>
        Sending to {recipientName} <span aria-hidden>in {seconds} s</span>
      </span>
      <Button
        size="compact-sm"
        variant="default"
        loading={cancel.isPending}
        data-waits-until={sendAt}
        onClick={() => cancel.mutate(reply)}
      >
        Undo
      </Button>
    </p>
  );
}
