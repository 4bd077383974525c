import type { Socket } from 'node:net';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { ConversationMeter } from '../egress/conversation-limits.ts';
import type { Egress } from '../egress/egress.ts';
import { assertNoOpenTransaction } from '../transaction-guard.ts';
import { HeldBody } from './held-body.ts';
import {
  type MailAuth,
  MailFailure,
  type MailServer,
  type MailStage,
  type SmtpReply,
} from './mail-server.ts';
import { openMailSocket } from './mail-socket.ts';
import {
  loginOf,
  parseReply,
  secretsOf,
  tokenMechanism,
  toMailFailure,
  withoutSecrets,
} from './smtp-reply.ts';

export interface SmtpTimeouts {
  /** For connecting and signing in, and again for all of an email before its dot. */
  beforeDotMs: number;
  /** RFC 5321 asks for ten minutes: giving up earlier leads to second copies. */
  afterDotMs: number;
}

const defaultTimeouts: SmtpTimeouts = { beforeDotMs: 60_000, afterDotMs: 600_000 };

export interface SmtpOptions {
  egress: Pick<Egress, 'connect'>;
  server: MailServer;
  /** Null does not sign in. */
  auth: MailAuth | null;
  /** The name that is sent with EHLO. */
  name: string;
  timeouts?: SmtpTimeouts;
}

interface SmtpEnvelope {
  from: string;
  to: string;
  /** Envelope id for delivery status notifications, which are requested if the server offers them. */
  dsn: string | null;
}

export type AcceptedReply = SmtpReply & { serverMessageId: string | null };

/**
 * An email that the server has, except for its final dot. The caller calls either `writeDot` or
 * `abandon`.
 */
export interface SmtpSubmission {
  /**
   * Resolves as soon as the dot is with the kernel. Without a connection, nothing is written, and
   * `answer` says why.
   */
  writeDot: () => Promise<void>;
  /** Throws a MailFailure if the server did not accept the email, or its reply is not known. */
  answer: () => Promise<AcceptedReply>;
  /** Closes the connection. The server drops an email without a dot. */
  abandon: () => void;
}

export type SmtpSession = Pick<Session, 'begin' | 'submit' | 'close'>;

/** Connects, encrypts and signs in. Throws a MailFailure. */
export async function openSmtpSession(options: SmtpOptions): Promise<SmtpSession> {
  const { egress, server, timeouts = defaultTimeouts } = options;
  const startedAt = performance.now();
  const socket = await openMailSocket(egress, server, timeouts.beforeDotMs);
  const session = new Session(socket, { ...options, timeouts });
  await session.start(timeouts.beforeDotMs - (performance.now() - startedAt));
  return session;
}

/** All replies of a session, which sends one email. */
const maxReceived = { bytes: 256 * 1024, replies: 2_000 };

/** nodemailer passes everything that it receives to this method, also after STARTTLS. */
interface SmtpConnectionInternals {
  _onData: (chunk: Buffer) => void;
}

class Session {
  readonly #connection: SMTPConnection;
  readonly #options: Required<SmtpOptions>;
  readonly #lost = Promise.withResolvers<never>();
  #timer: NodeJS.Timeout | undefined;

  constructor(socket: Socket, options: Required<SmtpOptions>) {
    const { server, name, timeouts } = options;
    this.#options = options;
    const isTls = server.security === 'tls';
    this.#connection = new SMTPConnection({
      connection: socket,
      host: server.host,
      port: server.port,
      secure: isTls,
      secured: isTls,
      requireTLS: server.security === 'starttls',
      ignoreTLS: server.security !== 'starttls',
      tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' },
      name,
      connectionTimeout: timeouts.beforeDotMs,
      greetingTimeout: timeouts.beforeDotMs,
      // The session has its own timers, which a server that sends a byte now and then cannot extend.
      socketTimeout: timeouts.beforeDotMs + timeouts.afterDotMs,
      maxResponseSize: 65_536,
      customAuth: tokenMechanism,
    });
    this.#connection.on('error', this.#lost.reject);
    this.#limitReplies();
    // nodemailer closes the connection before it reports the reason. The delay lets the reason come
    // first.
    const closed = () => this.#lost.reject(new Error('The connection was closed.'));
    this.#connection.on('end', () => setImmediate(closed));
    this.#lost.promise.catch(() => {});
  }

  /** nodemailer limits single replies, but keeps any number of lines that nobody asked for. */
  #limitReplies(): void {
    const meter = new ConversationMeter(maxReceived);
    const connection = this.#connection as unknown as SmtpConnectionInternals;
    const receive = connection._onData.bind(connection);
    connection._onData = (chunk) => {
      try {
        meter.count(chunk.length, linesIn(chunk));
      } catch (error) {
        this.#lost.reject(error);
        return this.#abort();
      }
      receive(chunk);
    };
  }

  async start(timeoutMs: number): Promise<void> {
    const { auth, server } = this.#options;
    const connection = this.#connection;
    let isSigningIn = false;
    this.#startTimer(timeoutMs);
    try {
      await this.#race((done) => connection.connect(done));
      if (auth === null) return;
      if (server.security !== 'none' && !connection.secure)
        throw new MailFailure('tls', `${server.host} did not encrypt the connection.`);
      isSigningIn = true;
      await this.#race((done) => connection.login(loginOf(auth), done));
    } catch (error) {
      this.#abort();
      const hasGreeted = /^2/.test(String(connection.lastServerResponse));
      throw this.#failure(error, isSigningIn ? 'auth' : hasGreeted ? 'ehlo' : 'greeting');
    } finally {
      clearTimeout(this.#timer);
    }
  }

  /** Sends an email up to its final dot. Throws a MailFailure. */
  async begin({ from, to, raw, dsn }: SmtpEnvelope & { raw: Buffer }): Promise<SmtpSubmission> {
    assertNoOpenTransaction('The mail server');
    const { beforeDotMs, afterDotMs } = this.#options.timeouts;
    const connection = this.#connection;
    const previousReply = connection.lastServerResponse;
    let hasReachedDot = false;
    const body = new HeldBody({ raw, socket: () => connection._socket as Socket });
    // nodemailer keeps its state in the envelope, so each email needs its own.
    const envelope: SMTPConnection.Envelope & { accepted?: string[] } = {
      from,
      to: [to],
      ...(dsn !== null && { dsn: { envid: dsn, notify: ['FAILURE', 'DELAY'], ret: 'HDRS' } }),
    };
    const stage = (): MailStage => {
      if (body.hasStarted) return hasReachedDot ? 'dot' : 'body';
      if (envelope.accepted?.length) return 'data';
      return connection.lastServerResponse === previousReply ? 'mail' : 'rcpt';
    };
    const abandon = () => {
      this.#abort();
      body.destroy();
      clearTimeout(this.#timer);
    };

    this.#startTimer(beforeDotMs);
    const sent = this.#race<SMTPConnection.SentMessageInfo>((done) =>
      connection.send(envelope, body, done),
    );
    const answer = sent.then(
      (info) => {
        clearTimeout(this.#timer);
        body.destroy();
        if (hasReachedDot) return this.#accepted(info);
        throw new MailFailure('body', 'The server replied before the email ended.');
      },
      (error: unknown) => {
        const failure = this.#failure(error, stage());
        abandon();
        throw failure;
      },
    );
    answer.catch(() => {});
    await Promise.race([body.written, answer]);
    return {
      writeDot: async () => {
        if (body.destroyed) return;
        hasReachedDot = true;
        this.#startTimer(afterDotMs);
        await body.writeDot();
      },
      answer: () => answer,
      abandon,
    };
  }

  /** Sends an email, and its dot without a pause. Throws a MailFailure. */
  async submit(email: SmtpEnvelope & { raw: Buffer }): Promise<AcceptedReply> {
    const submission = await this.begin(email);
    await submission.writeDot();
    return submission.answer();
  }

  /** Sends QUIT, and closes the connection after two seconds at the latest. */
  close(): void {
    this.#connection.quit();
    const timer = setTimeout(() => this.#abort(), 2_000).unref();
    this.#connection.once('end', () => clearTimeout(timer));
  }

  #accepted(info: SMTPConnection.SentMessageInfo): AcceptedReply {
    const response = withoutSecrets(info.response, secretsOf(this.#options.auth));
    const reply = parseReply(response) ?? { code: 250, enhanced: null, text: '' };
    return { ...reply, serverMessageId: info.serverMessageId ?? null };
  }

  /** Calls nodemailer, and fails as soon as the connection is lost or the time is over. */
  #race<T = unknown>(call: (done: (error?: unknown, result?: T) => void) => void): Promise<T> {
    const called = new Promise<T>((resolve, reject) => {
      call((error, result) => (error ? reject(error) : resolve(result as T)));
    });
    called.catch(() => {});
    return Promise.race([called, this.#lost.promise]);
  }

  #startTimer(timeoutMs: number): void {
    clearTimeout(this.#timer);
    const timedOut = () => this.#lost.reject(Object.assign(new Error(), { code: 'ETIMEDOUT' }));
    this.#timer = setTimeout(timedOut, Math.max(timeoutMs, 1));
  }

  #abort(): void {
    const socket = this.#connection._socket;
    this.#connection.close();
    if (socket) socket.destroy();
  }

  #failure(error: unknown, stage: MailStage): MailFailure {
    const { server, auth } = this.#options;
    return toMailFailure(error, {
      stage,
      host: server.host,
      isUpgrading: this.#connection.upgrading ?? false,
      secrets: secretsOf(auth),
    });
  }
}

function linesIn(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf('\n'); at !== -1; at = chunk.indexOf('\n', at + 1)) count++;
  return count;
}
