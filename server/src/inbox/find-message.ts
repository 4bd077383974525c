import type { FetchMessageObject, MessageStructureObject } from 'imapflow';
import type { ImapSession } from '../core/mailboxes/imap-session.ts';
import type { MessageAttachment } from '../core/receiving/message.ts';
import type { MessageLocation } from './message-contents.sql.ts';

/** Further folders are not searched. */
const maxFolders = 50;
const maxMatches = 10;

/**
 * Selects the folder of a message and returns its number there, or null if it is gone. Looks first
 * where the message was read. If the server numbered its messages anew, or the message was moved, its
 * Message-ID finds it in any folder.
 */
export async function findMessage(
  session: ImapSession,
  message: MessageLocation,
  attachment: MessageAttachment,
): Promise<number | null> {
  const { path, uid, uidValidity, messageId } = message;
  if (path !== null && uid !== null && (await canOpenFolder(session, path, uidValidity))) {
    const found = await session.fetchOne(String(uid), messageQuery, { uid: true });
    if (found && isSameMessage(found, messageId, attachment)) return uid;
  }
  if (messageId === null) return null;
  for (const folder of await foldersToSearch(session, path)) {
    if (!(await canOpenFolder(session, folder, null))) continue;
    const uids = await session.search({ header: { 'message-id': messageId } }, { uid: true });
    if (!Array.isArray(uids) || uids.length === 0) continue;
    const newest = uids.slice(-maxMatches);
    const found = await session.fetchAll(newest.join(','), messageQuery, { uid: true });
    const match = found.find((each) => isSameMessage(each, messageId, attachment));
    if (match) return match.uid;
  }
  return null;
}

const messageQuery = { uid: true, envelope: true, bodyStructure: true };

/** Opens the folder to read only. A folder that was numbered anew counts as another one. */
async function canOpenFolder(
  session: ImapSession,
  path: string,
  uidValidity: string | null,
): Promise<boolean> {
  try {
    const opened = await session.mailboxOpen(path, { readOnly: true });
    return uidValidity === null || String(opened.uidValidity) === uidValidity;
  } catch (error) {
    // An error means that the folder is gone, unless the connection is gone.
    if (!session.usable) throw error;
    return false;
  }
}

/** The last known folder first, then the standard folders, then others. */
async function foldersToSearch(session: ImapSession, last: string | null): Promise<string[]> {
  const listed = await session.list();
  const open = listed.filter(
    ({ flags }) => !flags.has('\\Noselect') && !flags.has('\\NonExistent'),
  );
  const rank = ({ path, specialUse }: (typeof open)[number]) =>
    path === last ? 0 : path === 'INBOX' ? 1 : specialUse ? 2 : 3;
  return open
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, maxFolders)
    .map(({ path }) => path);
}

/** Whether this is the message and still has the attachment. Servers match only parts of headers. */
function isSameMessage(
  { envelope, bodyStructure }: FetchMessageObject,
  messageId: string | null,
  { path, type, bytes }: MessageAttachment,
): boolean {
  if (messageId !== null && envelope?.messageId?.replace(/^<|>$/g, '') !== messageId) return false;
  const part = bodyStructure && partAt(bodyStructure, path);
  return part !== undefined && part.type === type && (part.size ?? 0) === bytes;
}

/** Without recursion, because senders choose the depth. */
function partAt(
  structure: MessageStructureObject,
  path: string,
): MessageStructureObject | undefined {
  const waiting = [structure];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if ((node.part ?? '1') === path && !node.type.startsWith('multipart/')) return node;
    for (const child of node.childNodes ?? []) waiting.push(child);
  }
  return undefined;
}
