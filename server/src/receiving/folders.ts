import type { ImapSession } from '../core/mailboxes/imap-session.ts';
import type { FolderRole } from '../core/receiving/message.ts';

export interface WatchedFolder {
  role: FolderRole;
  path: string;
}

export const inboxFolder: WatchedFolder = { role: 'inbox', path: 'INBOX' };

/** Junk and Sent, as far as the server has them. */
export async function otherFolders(
  session: ImapSession,
  commandMs: number,
): Promise<WatchedFolder[]> {
  const listed = await session.within({ ms: commandMs }, () => session.list());
  const folders = (['junk', 'sent'] as const).map((role) => {
    const use = role === 'junk' ? '\\Junk' : '\\Sent';
    const folder = listed.find(({ specialUse }) => specialUse === use);
    return folder && { role, path: folder.path };
  });
  return folders.filter((folder) => folder !== undefined);
}

/** An answer about more messages would exceed the limit of a reply. */
const messagesPerSearch = 2_000;

/** The lowest number of a message that arrived since then, or the next number if there is none. */
export async function firstUidSince(
  session: ImapSession,
  since: Date,
  commandMs: number,
): Promise<number> {
  const { exists = 0, uidNext = 1 } = session.mailbox || {};
  let lowest = uidNext;
  for (let from = 1; from <= exists; from += messagesPerSearch) {
    const seq = `${from}:${Math.min(from + messagesPerSearch - 1, exists)}`;
    const uids = await session.within({ ms: commandMs }, () =>
      session.search({ seq, since }, { uid: true }),
    );
    if (!Array.isArray(uids)) throw new Error('The folder cannot be searched.');
    for (const uid of uids) lowest = Math.min(lowest, uid);
  }
  return lowest;
}

/** No mailbox gets as many messages in the days that are read. */
const maxListed = 50_000;
const listLimits = { bytes: 100 * maxListed, replies: maxListed + 2_000 };

/** The numbers of all messages from this one on. `n:*` always includes the last message. */
export async function listUids(
  session: ImapSession,
  from: number,
  commandMs: number,
): Promise<number[]> {
  const uids = new Set<number>();
  await session.within({ ms: commandMs, ...listLimits }, async () => {
    for await (const { uid } of session.fetch(`${from}:*`, { uid: true }, { uid: true }))
      if (uid >= from) uids.add(uid);
  });
  return [...uids].sort((a, b) => a - b);
}
