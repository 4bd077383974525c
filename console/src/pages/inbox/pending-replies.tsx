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
  useKey('x', 'Undo sending', undoNewest);
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

/** Of the replies that wait, here or in the open conversation, undoes the one that was sent last. */
function undoNewest(): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-waits-until]')];
  const until = (button: HTMLElement) => Date.parse(button.dataset['waitsUntil']!);
  buttons
    .toSorted((one, other) => until(one) - until(other))
    .at(-1)
    ?.click();
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
