import { isIP } from 'node:net';
import { ImapFlow, type MailboxLockObject } from 'imapflow';
import type { Egress } from '../../platform/egress/egress.ts';
import { type MailAuth, MailFailure, type MailServer } from '../../platform/mail/mail-server.ts';
import { assertNoOpenTransaction } from '../../platform/transaction-guard.ts';
import { imapFailure } from './imap-failure.ts';

interface ImapTimeouts {
  /** From the DNS lookup to the end of signing in. */
  openMs: number;
  /** The session ends if the server is silent for longer. */
  idleMs: number;
}

const imapTimeouts: ImapTimeouts = { openMs: 30_000, idleMs: 60_000 };

export interface ImapOptions {
  egress: Egress;
  server: MailServer;
  auth: MailAuth;
  timeouts?: ImapTimeouts;
}

/** Memory limits of one answer of a server. */
const maxLineLength = 256 * 1024;
const maxLiteralSize = 1024 * 1024;
const maxResponseSize = 2 * maxLiteralSize;

/**
 * Connects and signs in; the caller calls `logout` or `close`. The credential is sent only over TLS,
 * except with security `none`, which reaches only networks that the operator allowed. Throws a
 * MailFailure.
 */
export async function openImapSession(options: ImapOptions): Promise<ImapFlow> {
  assertNoOpenTransaction('The mail server');
  const { egress, server, auth, timeouts = imapTimeouts } = options;
  const { security, port } = server;
  const started = performance.now();
  const allowPlain = security === 'none';
  const { host, address, proxy } = await egress
    .resolve({ host: server.host, port, allowPlain })
    .catch((error: unknown) => {
      throw imapFailure(error, options);
    });
  const leftMs = Math.max(timeouts.openMs - (performance.now() - started), 1);
  const session = new ImapFlow({
    host: address,
    port,
    secure: security === 'tls',
    doSTARTTLS: security === 'tls' ? undefined : security === 'starttls',
    ...(!isIP(host) && { servername: host }),
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' },
    ...(proxy !== undefined && { proxy }),
    auth: 'password' in auth ? { user: auth.user, pass: auth.password } : auth,
    clientInfo: { name: 'Outcrop', version: '', vendor: '', 'support-url': '' },
    logger: false,
    disableAutoIdle: true,
    // The size of compressed text is unknown until it is in memory.
    disableCompression: true,
    connectionTimeout: leftMs,
    greetingTimeout: leftMs,
    socketTimeout: timeouts.idleMs,
    maxLineLength,
    maxLiteralSize,
    maxResponseSize,
  });
  // A lost connection fails the next command; without a listener it would end the process.
  session.on('error', () => {});
  await closeAfter(session, leftMs, async () => {
    await session.connect();
    if (security !== 'none' && !session.secureConnection)
      throw new MailFailure('tls', `${server.host} does not encrypt the connection.`);
  }).catch((error: unknown) => {
    session.close();
    throw imapFailure(error, options, session.greeting !== undefined);
  });
  return session;
}

/** Selects a folder. The caller releases the lock. */
export async function openFolder(session: ImapFlow, path: string): Promise<MailboxLockObject> {
  try {
    return await session.getMailboxLock(path);
  } catch {
    throw new MailFailure('folder', `The folder ${path} cannot be opened.`);
  }
}

/** Ids in one SEARCH command. */
const idsPerSearch = 20;
const maxLength = 998;

/**
 * Which of these Message-IDs, with angle brackets, are in the Sent folder. Throws a MailFailure if
 * there is no such folder or the server did not answer in time.
 */
export async function findInSent(
  session: ImapFlow,
  messageIds: string[],
  timeoutMs = 30_000,
): Promise<Set<string>> {
  assertNoOpenTransaction('The mail server');
  const wantedIds = [...new Set(messageIds)].filter((id) => id.length <= maxLength);
  try {
    return await closeAfter(session, timeoutMs, async () => {
      const folders = await session.list();
      const sent = folders.find(({ specialUse }) => specialUse === '\\Sent');
      if (!sent) throw new MailFailure('folder', 'The mailbox has no Sent folder.');
      const lock = await openFolder(session, sent.path);
      try {
        const foundIds = new Set<string>();
        for (let at = 0; at < wantedIds.length; at += idsPerSearch)
          for (const id of await searchFolder(session, wantedIds.slice(at, at + idsPerSearch)))
            foundIds.add(id);
        return foundIds;
      } finally {
        lock.release();
      }
    });
  } catch (error) {
    if (error instanceof MailFailure) throw error;
    throw new MailFailure('folder', 'The Sent folder could not be searched.');
  }
}

/** The server also finds headers that only contain an id, so the ids are compared again. */
async function searchFolder(session: ImapFlow, ids: string[]): Promise<string[]> {
  const criteria = ids.map((id) => ({ header: { 'message-id': id } }));
  const uids = await session.search(criteria.length === 1 ? criteria[0]! : { or: criteria }, {
    uid: true,
  });
  if (!Array.isArray(uids)) throw new MailFailure('folder', 'The Sent folder cannot be searched.');
  const foundIds: string[] = [];
  const newest = uids.slice(-10 * idsPerSearch);
  if (newest.length === 0) return foundIds;
  for await (const { envelope } of session.fetch(newest, { envelope: true }, { uid: true }))
    if (envelope?.messageId && ids.includes(envelope.messageId)) foundIds.push(envelope.messageId);
  return foundIds;
}

/** Runs work on a session. Closing the session after `ms` lets the work fail. */
export async function closeAfter<T>(
  session: ImapFlow,
  ms: number,
  work: () => Promise<T>,
): Promise<T> {
  const timer = setTimeout(() => session.close(), ms);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}
