import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { createStore } from '../../browser/store.ts';
import { useNow } from '../../components/relative-time.tsx';
import classes from './thread.module.css';
import { useCancelReply } from './use-cancel-reply.ts';

export interface PendingReply {
  id: string;
  conversationId: string;
  recipientName: string;
  sendAt: string;
}

/** Replies that can still be undone, so that Undo stays in reach in the next conversation. */
export const pendingReplies = createStore<readonly PendingReply[]>([]);

export const removePending = (id: string): void =>
  pendingReplies.set(pendingReplies.get().filter((reply) => reply.id !== id));

const maxSeconds = 10;

/** Whole seconds until then, whatever the clock of this computer says. */
export const secondsUntil = (sendAt: string, now: number): number =>
  Math.min(Math.max(Math.ceil((Date.parse(sendAt) - now) / 1_000), 0), maxSeconds);

interface Props {
  /** The open conversation shows its own. */
  openId: string | null;
  onUndone: (conversationId: string) => void;
}

export function PendingReplies({ openId, onUndone }: Props) {
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
        onClick={() => cancel.mutate(reply)}
      >
        Undo
      </Button>
    </p>
  );
}
