import { createStore } from '../../browser/store.ts';

export interface PendingReply {
  id: string;
  conversationId: string;
  recipientName: string;
  sendAt: string;
}

/** Replies that can still be undone, so that Undo stays in reach in the next conversation. */
export const pendingReplies = createStore<readonly PendingReply[]>([]);

/** An attempt that was repeated has one reply. */
export const addPending = (added: PendingReply): void =>
  pendingReplies.set([...pendingReplies.get().filter(({ id }) => id !== added.id), added]);

export const removePending = (id: string): void =>
  pendingReplies.set(pendingReplies.get().filter((reply) => reply.id !== id));

const maxSeconds = 10;

/** Whole seconds until then, whatever the clock of this computer says. */
export const secondsUntil = (sendAt: string, now: number): number =>
  Math.min(Math.max(Math.ceil((Date.parse(sendAt) - now) / 1_000), 0), maxSeconds);
