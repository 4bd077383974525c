import type { FolderRole, ReceivedMessage, ReceivingMailbox } from '../core/receiving/message.ts';
import { storeMessages } from '../core/receiving/store-messages.ts';
import * as store from './received.sql.ts';
import type { WatchLease } from './watch.sql.ts';
import { messagesStored, type WatchDeps } from './watch-deps.ts';

/** Another worker watches the mailbox now. */
export class LeaseLost extends Error {}

export interface MessageBatch {
  role: FolderRole;
  messages: { hash: Buffer; received: ReceivedMessage }[];
  /** The folder was read up to here. */
  lastUid: number;
}

/**
 * Stores a batch, applies its effects and moves the folder on, in one transaction. Skips messages that
 * were stored before, also by a worker that lost its lease. A message that was ignored in Junk is read
 * again if someone moves it to the inbox.
 */
export async function storeBatch(
  deps: Pick<WatchDeps, 'db' | 'clock' | 'suppression' | 'tokens' | 'settleUnknown'>,
  lease: WatchLease,
  mailbox: ReceivingMailbox,
  { role, messages, lastUid }: MessageBatch,
): Promise<void> {
  const at = deps.clock();
  await deps.db.transaction(lease.workspaceId, async (tx) => {
    if (!(await store.isLeaseHeld(tx, lease))) throw new LeaseLost();
    const unseenMessages = await newMessages(messages);
    const ignored = new Set(await storeMessages(tx, deps, mailbox, unseenMessages, at));
    if (role === 'junk')
      store.markHashesIgnored(
        tx,
        mailbox.id,
        messages.flatMap(({ hash, received }) => (ignored.has(received) ? [hash] : [])),
      );
    store.advanceFolder(tx, mailbox.id, role, lastUid);
    tx.afterCommit(() => messagesStored.inc({ folder: role }, unseenMessages.length));

    async function newMessages(
      batchMessages: MessageBatch['messages'],
    ): Promise<ReceivedMessage[]> {
      if (batchMessages.length === 0) return [];
      const hashes = batchMessages.map(({ hash }) => hash);
      const inserted = await store.insertReceivedHashes(tx, mailbox.id, role, hashes, at);
      // If two messages have the same hash, the first one is stored.
      return batchMessages.flatMap(({ hash, received }) =>
        inserted.delete(hash.toString('hex')) ? [received] : [],
      );
    }
  });
}
