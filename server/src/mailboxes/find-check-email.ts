import { setTimeout as sleep } from 'node:timers/promises';
import { type ImapSession, openFolder } from '../core/mailboxes/imap-session.ts';
import { MailFailure } from '../platform/mail/mail-server.ts';

/** The folders that may have the check email, and the trash. */
export interface CheckFolders {
  inbox: string;
  junk: string | null;
  sent: string | null;
  trash: string | null;
}

export interface ArrivedEmail {
  folder: 'inbox' | 'junk';
  /** Null if it is too large. */
  source: Buffer | null;
}

const maxSourceBytes = 256 * 1024;
const pollMs = 2_000;
const maxMatches = 10;

export async function foldersOf(session: ImapSession): Promise<CheckFolders> {
  const folders = await session.list();
  const withUse = (use: string) =>
    folders.find(({ specialUse }) => specialUse === use)?.path ?? null;
  return {
    inbox: 'INBOX',
    junk: withUse('\\Junk'),
    sent: withUse('\\Sent'),
    trash: withUse('\\Trash'),
  };
}

/** Waits for an email with one of these Message-IDs. Null if it does not arrive in time. */
export async function waitForArrival(
  session: ImapSession,
  { inbox, junk }: CheckFolders,
  ids: string[],
  { waitMs, signal }: { waitMs: number; signal: AbortSignal },
): Promise<ArrivedEmail | null> {
  const endsAt = performance.now() + waitMs;
  for (;;) {
    for (const [folder, path] of [
      ['inbox', inbox],
      ['junk', junk],
    ] as const) {
      const source = path === null ? undefined : await readSourceIn(session, path, ids);
      if (source !== undefined) return { folder, source };
    }
    if (performance.now() >= endsAt) return null;
    await sleep(pollMs, undefined, { signal });
  }
}

/** Undefined if the folder does not have it. */
async function readSourceIn(
  session: ImapSession,
  path: string,
  ids: string[],
): Promise<Buffer | null | undefined> {
  const lock = await openFolder(session, path);
  try {
    const uid = (await uidsOf(session, ids)).at(-1);
    if (uid === undefined) return undefined;
    const message = await session.within({ bytes: 2 * maxSourceBytes }, () =>
      session.fetchOne(
        String(uid),
        { size: true, source: { maxLength: maxSourceBytes } },
        { uid: true },
      ),
    );
    if (!message) return undefined;
    const { size, source } = message;
    return source && (size ?? 0) <= maxSourceBytes ? source : null;
  } finally {
    lock.release();
  }
}

/** Servers match parts of headers, so the Message-IDs are compared again. */
async function uidsOf(session: ImapSession, ids: string[]): Promise<number[]> {
  const criteria = ids.map((id) => ({ header: { 'message-id': id } }));
  const matches = await session.search(criteria.length === 1 ? criteria[0]! : { or: criteria }, {
    uid: true,
  });
  if (!Array.isArray(matches)) throw new MailFailure('folder', 'The inbox cannot be searched.');
  const uids: number[] = [];
  const newest = matches.slice(-maxMatches);
  if (newest.length === 0) return uids;
  for await (const { uid, envelope } of session.fetch(newest, { envelope: true }, { uid: true }))
    if (envelope?.messageId && ids.includes(envelope.messageId)) uids.push(uid);
  return uids;
}

/** Moves the check email to the trash, also its copy in Sent. Touches no other email. */
export async function removeCheckEmail(
  session: ImapSession,
  { inbox, junk, sent, trash }: CheckFolders,
  ids: string[],
): Promise<void> {
  for (const path of [inbox, junk, sent]) {
    if (path === null) continue;
    const lock = await openFolder(session, path);
    try {
      const uids = await uidsOf(session, ids);
      if (uids.length === 0) continue;
      const canMove = session.capabilities.has('MOVE');
      // Without UIDPLUS, EXPUNGE would also remove other emails that are marked as deleted.
      const canExpunge = session.capabilities.has('UIDPLUS');
      if (trash !== null && canMove) await session.messageMove(uids, trash, { uid: true });
      else if (canExpunge) await session.messageDelete(uids, { uid: true });
      else await session.messageFlagsAdd(uids, ['\\Deleted'], { uid: true });
    } finally {
      lock.release();
    }
  }
}
