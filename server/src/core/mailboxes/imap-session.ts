import { isIP } from 'node:net';
import type { Transform } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { callbackify } from 'node:util';
import { ImapFlow, type ImapFlowOptions, type MailboxLockObject } from 'imapflow';
import {
  type ConversationLimits,
  ConversationMeter,
  type ConversationTooLong,
  tooSlow,
} from '../../platform/egress/conversation-limits.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import { type MailAuth, MailFailure, type MailServer } from '../../platform/mail/mail-server.ts';
import { assertNoOpenTransaction } from '../../platform/transaction-guard.ts';
import { imapFailure } from './imap-failure.ts';
import { ImapInput } from './imap-input.ts';

interface ImapTimeouts {
  /** From the DNS lookup to the end of signing in. */
  openMs: number;
  /** The session ends if the server is silent for longer. */
  idleMs: number;
}

const imapTimeouts: ImapTimeouts = { openMs: 30_000, idleMs: 60_000 };

interface TotalBudget extends ConversationLimits {
  ms: number;
}

export interface ImapOptions {
  egress: Egress;
  server: MailServer;
  auth: MailAuth;
  timeouts?: ImapTimeouts;
  /** The session ends after this, whatever it was used for. */
  total?: TotalBudget;
}

const kib = 1024;
const mib = 1024 * kib;

/** Memory limits of one reply of a server. */
const maxLineLength = 64 * kib;
const maxLiteralSize = mib;
const maxResponseSize = 2 * maxLiteralSize;

/** Enough for the greeting and for signing in. With STARTTLS, they are parsed without a pause. */
const signInLimits: ConversationLimits = { bytes: 64 * kib, replies: 200 };
/** For commands without limits of their own. imapflow sorts up to 2,000 folders without a pause. */
const commandLimits: ConversationLimits = { bytes: 256 * kib, replies: 2_000 };
const defaultTotal: TotalBudget = { bytes: 64 * mib, replies: 50_000, ms: 10 * 60_000 };

/** What a server may send in answer to each of some commands, and their time together. */
interface CommandBudget extends Partial<ConversationLimits> {
  ms?: number;
}

/** imapflow writes all bytes of the server to this stream, before it parses them. */
interface ImapFlowInternals {
  streamer: Transform;
}

/**
 * A connection whose server can neither send more, nor take longer, than it was asked for. imapflow
 * limits single lines and replies only, and parses everything that arrives at once without a pause.
 */
export class ImapSession extends ImapFlow {
  readonly #meter: ConversationMeter;
  readonly #input: ImapInput;
  readonly #name: string;
  #sentBytes = 0;
  #isSignedIn = false;
  /** Why the session was ended. */
  #failure: MailFailure | undefined;

  /** `name` is the server's name in messages. */
  constructor(name: string, options: ImapFlowOptions, total: TotalBudget) {
    super(options);
    this.#name = name;
    const timer = setTimeout(() => this.#end(tooSlow()), total.ms).unref();
    this.once('close', () => clearTimeout(timer));
    this.#meter = new ConversationMeter(total, commandLimits);
    this.#input = new ImapInput(this.#meter);
    const { streamer } = this as unknown as ImapFlowInternals;
    const parse = streamer._transform.bind(streamer);
    const receive = callbackify(this.#receive.bind(this));
    streamer._transform = (chunk: Buffer, encoding, done) => {
      const parsePiece = (piece: Buffer) =>
        new Promise<void>((resolve) => parse(piece, encoding, () => resolve()));
      receive(chunk, parsePiece, (error) => {
        if (error) this.#end(error as ConversationTooLong);
        done();
      });
    };
  }

  /** Runs commands. Ends the session if they exceed their budget, which lets the work fail. */
  async within<T>({ ms, ...limits }: CommandBudget, work: () => Promise<T>): Promise<T> {
    const timer = ms === undefined ? undefined : setTimeout(() => this.#end(tooSlow()), ms);
    const outer = this.#meter.perCommand;
    this.#meter.perCommand = { ...commandLimits, ...limits };
    try {
      return await work();
    } catch (error) {
      throw this.#failure ?? error;
    } finally {
      clearTimeout(timer);
      this.#meter.perCommand = outer;
    }
  }

  /** Connects and signs in. */
  override async connect(): Promise<void> {
    await this.within(signInLimits, () => super.connect());
    this.#isSignedIn = true;
  }

  #end(reason: ConversationTooLong): void {
    const stage =
      this.greeting === undefined ? 'greeting' : this.#isSignedIn ? 'folder' : ('auth' as const);
    this.#failure ??= new MailFailure(stage, `${this.#name} ${reason.message}.`);
    this.close();
  }

  async #receive(chunk: Buffer, parse: (piece: Buffer) => Promise<void>): Promise<void> {
    const { sent } = this.stats();
    if (sent !== this.#sentBytes) this.#meter.beginCommand();
    this.#sentBytes = sent;
    const pieces = this.#input.piecesOf(chunk);
    // imapflow rejects bytes that follow the answer to STARTTLS, which it finds in the same piece.
    if (!this.secureConnection && this.options.doSTARTTLS) {
      for (const _ of pieces);
      return parse(chunk);
    }
    for (const piece of pieces) {
      await parse(piece);
      await nextTurn();
    }
  }
}

/**
 * Connects and signs in; the caller calls `logout` or `close`. The credential is sent only over TLS,
 * except with security `none`, which reaches only networks that the operator allowed. Throws a
 * MailFailure.
 */
export async function openImapSession(options: ImapOptions): Promise<ImapSession> {
  assertNoOpenTransaction('The mail server');
  const { egress, server, auth, timeouts = imapTimeouts, total = defaultTotal } = options;
  const { security, port } = server;
  const started = performance.now();
  const allowPlain = security === 'none';
  const { host, address, proxy } = await egress
    .resolve({ host: server.host, port, allowPlain })
    .catch((error: unknown) => {
      throw imapFailure(error, options);
    });
  const leftMs = Math.max(timeouts.openMs - (performance.now() - started), 1);
  const session = new ImapSession(
    server.host,
    {
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
    },
    total,
  );
  // A lost connection fails the next command; without a listener it would end the process.
  session.on('error', () => {});
  await session
    .within({ ms: leftMs }, async () => {
      await session.connect();
      if (security !== 'none' && !session.secureConnection)
        throw new MailFailure('tls', `${server.host} does not encrypt the connection.`);
    })
    .catch((error: unknown) => {
      session.close();
      throw imapFailure(error, options, session.greeting !== undefined);
    });
  return session;
}

/** Selects a folder. The caller releases the lock. */
export async function openFolder(session: ImapSession, path: string): Promise<MailboxLockObject> {
  try {
    return await session.getMailboxLock(path);
  } catch {
    throw new MailFailure('folder', `The folder ${path} cannot be opened.`);
  }
}

/** Ids in one SEARCH command. */
const idsPerSearch = 20;
const maxLength = 998;
/** Of an email to one person. */
const maxEnvelopeBytes = 4 * kib;

/**
 * Which of these Message-IDs, with angle brackets, are in the Sent folder. Throws a MailFailure if
 * there is no such folder or the server did not answer in time.
 */
export async function findInSent(
  session: ImapSession,
  messageIds: string[],
  timeoutMs = 30_000,
): Promise<Set<string>> {
  assertNoOpenTransaction('The mail server');
  const wantedIds = [...new Set(messageIds)].filter((id) => id.length <= maxLength);
  try {
    return await session.within({ ms: timeoutMs }, async () => {
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
async function searchFolder(session: ImapSession, ids: string[]): Promise<string[]> {
  const criteria = ids.map((id) => ({ header: { 'message-id': id } }));
  const uids = await session.search(criteria.length === 1 ? criteria[0]! : { or: criteria }, {
    uid: true,
  });
  if (!Array.isArray(uids)) throw new MailFailure('folder', 'The Sent folder cannot be searched.');
  const foundIds: string[] = [];
  const newest = uids.slice(-10 * idsPerSearch);
  if (newest.length === 0) return foundIds;
  await session.within({ bytes: newest.length * maxEnvelopeBytes }, async () => {
    for await (const { envelope } of session.fetch(newest, { envelope: true }, { uid: true }))
      if (envelope?.messageId && ids.includes(envelope.messageId))
        foundIds.push(envelope.messageId);
  });
  return foundIds;
}
