import { createHash } from 'node:crypto';
import type { FetchMessageObject } from 'imapflow';
import { maxReplyText } from '../core/mailboxes/imap-input.ts';
import type { ImapSession } from '../core/mailboxes/imap-session.ts';
import type { FetchedMessage, FolderRole, SourcePart } from '../core/receiving/message.ts';
import {
  contentsOf,
  maxHeaderBytes,
  maxPartHeaderBytes,
  maxTextBytes,
  type TextPart,
} from './message-structure-rules.ts';

/** The header and the structure of a message, without its texts. */
export interface MessageHead {
  uid: number;
  hash: Buffer;
  receivedAt: Date;
  bytes: number;
  header: Buffer;
  textParts: TextPart[];
  attachments: FetchedMessage['attachments'];
  gmailThreadId: string | null;
}

/** A header, and a structure that is as large as a reply can be, for each message. */
const headBytes = (count: number) => 1024 * 1024 + count * (maxHeaderBytes + maxReplyText);

interface ReadOptions {
  commandMs: number;
  /** Reads no structure, because a server or a sender can make it unreadable. */
  isPlain: boolean;
}

/** Messages that no longer exist are missing in the answer. */
export async function fetchHeads(
  session: ImapSession,
  uids: number[],
  options: ReadOptions,
): Promise<MessageHead[]> {
  const heads = await fetchHeadsOnce(session, uids, options);
  const missing = uids.filter((uid) => !heads.has(uid));
  // The client leaves out a message whose structure it cannot read, for example if it is nested deeply.
  if (missing.length > 0 && !options.isPlain)
    for (const [uid, head] of await fetchHeadsOnce(session, missing, { ...options, isPlain: true }))
      heads.set(uid, head);
  return uids.flatMap((uid) => heads.get(uid) ?? []);
}

async function fetchHeadsOnce(
  session: ImapSession,
  uids: number[],
  { commandMs, isPlain }: ReadOptions,
): Promise<Map<number, MessageHead>> {
  const query = {
    uid: true,
    internalDate: true,
    size: true,
    bodyStructure: !isPlain,
    threadId: session.capabilities.has('X-GM-EXT-1'),
    bodyParts: [{ key: 'HEADER', maxLength: maxHeaderBytes }],
  };
  const wanted = new Set(uids);
  const messages = await session.within({ ms: commandMs, bytes: headBytes(uids.length) }, () =>
    session.fetchAll(uids.join(','), query, { uid: true }),
  );
  // A server may announce other messages in between, and repeat itself.
  const heads = new Map<number, MessageHead>();
  for (const message of messages)
    if (wanted.has(message.uid) && message.headers)
      heads.set(message.uid, headOf(message, isPlain));
  return heads;
}

/** The whole text of a message without a known structure. The parser splits it. */
const wholeText: TextPart = { path: 'TEXT', hasOwnHeader: false };

function headOf(message: FetchMessageObject, isPlain: boolean): MessageHead {
  const header = message.headers!.subarray(0, maxHeaderBytes);
  const { internalDate, bodyStructure, size = 0 } = message;
  const contents = bodyStructure
    ? contentsOf(bodyStructure)
    : { textParts: isPlain ? [wholeText] : [], attachments: [] };
  return {
    uid: message.uid,
    hash: messageHash(header, size),
    receivedAt: internalDate instanceof Date ? internalDate : new Date(0),
    bytes: size,
    header,
    gmailThreadId: message.threadId ?? null,
    ...contents,
  };
}

/** A message with the hash that identifies it in one mailbox. */
type HashedMessage = FetchedMessage & { hash: Buffer };

/** Reads the texts. Messages with the same structure share a command. */
export async function fetchTexts(
  session: ImapSession,
  role: FolderRole,
  heads: MessageHead[],
  { commandMs }: Pick<ReadOptions, 'commandMs'>,
): Promise<HashedMessage[]> {
  const parts = new Map<number, SourcePart[]>();
  const groups = Map.groupBy(heads, ({ textParts }) => JSON.stringify(textParts));
  for (const group of groups.values()) {
    const { textParts } = group[0]!;
    if (textParts.length === 0) for (const { uid } of group) parts.set(uid, []);
    else await fetchTextsOfGroup(session, group, commandMs, parts);
  }
  return heads.flatMap((head) => {
    const read = parts.get(head.uid);
    return read ? [fetchedOf(role, head, read)] : [];
  });
}

async function fetchTextsOfGroup(
  session: ImapSession,
  group: MessageHead[],
  commandMs: number,
  parts: Map<number, SourcePart[]>,
): Promise<void> {
  const { textParts } = group[0]!;
  const bodyParts = textParts.flatMap(({ path, hasOwnHeader }) => [
    { key: path, maxLength: maxTextBytes },
    ...(hasOwnHeader ? [{ key: `${path}.MIME`, maxLength: maxPartHeaderBytes }] : []),
  ]);
  const byUid = new Map(group.map((head) => [head.uid, head]));
  const messages = await session.within({ ms: commandMs, bytes: maxSliceBytes }, () =>
    session.fetchAll([...byUid.keys()].join(','), { uid: true, bodyParts }, { uid: true }),
  );
  for (const { uid, bodyParts: read } of messages) {
    const head = byUid.get(uid);
    if (!head || !read) continue;
    parts.set(
      uid,
      textParts.map(({ path }) => ({
        path,
        header: read.get(`${path.toLowerCase()}.mime`) ?? head.header,
        body: read.get(path.toLowerCase())?.subarray(0, maxTextBytes) ?? Buffer.alloc(0),
      })),
    );
  }
}

const fetchedOf = (role: FolderRole, head: MessageHead, parts: SourcePart[]): HashedMessage => ({
  hash: head.hash,
  folder: role,
  uid: head.uid,
  receivedAt: head.receivedAt,
  bytes: head.bytes,
  source: { header: head.header, parts },
  attachments: head.attachments,
  gmailThreadId: head.gmailThreadId,
});

/** The most bytes of texts that are in memory at once. */
const maxBatchBytes = 4 * 1024 * 1024;
const maxMessageBytes = 1024 * 1024;
/** A server may understate the size of a message, and repeats the names of its parts. */
const maxSliceBytes = 2 * maxBatchBytes;

/** Splits a batch into slices whose texts fit into memory. */
export function* slicesOf(heads: MessageHead[]): Generator<MessageHead[]> {
  let slice: MessageHead[] = [];
  let bytes = 0;
  for (const head of heads) {
    const size = Math.min(head.bytes, maxMessageBytes);
    if (slice.length > 0 && bytes + size > maxBatchBytes) {
      yield slice;
      slice = [];
      bytes = 0;
    }
    slice.push(head);
    bytes += size;
  }
  if (slice.length > 0) yield slice;
}

/**
 * Identifies a message in one mailbox: by its Message-ID or, without one, by its date, sender, subject
 * and size. A second message with the same Message-ID is not stored.
 */
export function messageHash(header: Uint8Array, bytes: number): Buffer {
  const fields = headerFields(header);
  const id = fields.get('message-id');
  const parts = id
    ? ['id', id]
    : ['message', fields.get('date'), fields.get('from'), fields.get('subject'), bytes];
  return createHash('sha256')
    .update(parts.map((part) => part ?? '').join('\n'))
    .digest();
}

const hashedFields = ['message-id', 'date', 'from', 'subject'];

/** The first field of each name, unfolded. */
function headerFields(header: Uint8Array): Map<string, string> {
  // Joined once at the end: anyone can send a field of many thousands of lines.
  const fields = new Map<string, string[]>();
  const lines = Buffer.from(header.buffer, header.byteOffset, header.byteLength)
    .toString('latin1')
    .split('\n');
  let current: string[] | undefined;
  for (const line of lines) {
    if (line.startsWith(' ') || line.startsWith('\t')) {
      current?.push(line.trim());
      continue;
    }
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trimEnd().toLowerCase();
    current =
      hashedFields.includes(name) && !fields.has(name) ? [line.slice(colon + 1).trim()] : undefined;
    if (current) fields.set(name, current);
  }
  return new Map([...fields].map(([name, pieces]) => [name, pieces.filter(Boolean).join(' ')]));
}
