import type { Socket } from 'node:net';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Egress } from '../egress/egress.ts';
import { assertNoOpenTransaction } from '../transaction-guard.ts';
import { type Gate, GatedBody } from './gated-body.ts';
import {
  type MailAuth,
  MailFailure,
  type MailServer,
  type MailStage,
  type SmtpReply,
} from './mail-server.ts';
import { openMailSocket } from './mail-socket.ts';
import { loginOf, secretsOf, tokenMechanism } from './smtp-auth.ts';
import { toMailFailure } from './smtp-failure.ts';
import { parseReply, withoutSecrets } from './smtp-reply.ts';

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

interface Submission {
  from: string;
  to: string;
  raw: Buffer;
  /** Envelope id for delivery status notifications, which are requested if the server offers them. */
  dsn: string | null;
}

export type Accepted = SmtpReply & { serverMessageId: string | null };

export type SmtpSession = Pick<Session, 'submit' | 'close'>;

/** Connects, encrypts and signs in. Throws a MailFailure. */
export async function openSmtpSession(options: SmtpOptions): Promise<SmtpSession> {
  const { egress, server, timeouts = defaultTimeouts } = options;
  const startedAt = performance.now();
  const socket = await openMailSocket(egress, server, timeouts.beforeDotMs);
  const session = new Session(socket, { ...options, timeouts });
  await session.start(timeouts.beforeDotMs - (performance.now() - startedAt));
  return session;
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
    // nodemailer closes the connection before it reports why, so that its report comes first.
    const closed = () => this.#lost.reject(new Error('The connection was closed.'));
    this.#connection.on('end', () => setImmediate(closed));
    this.#lost.promise.catch(() => {});
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

  /**
   * Sends one email. Null means that the gate refused it, and the connection is closed, because the
   * server waits for the rest. Throws a MailFailure, or what the gate threw.
   */
  async submit({ from, to, raw, dsn }: Submission, gate: Gate): Promise<Accepted | null> {
    assertNoOpenTransaction('The mail server');
    const { beforeDotMs, afterDotMs } = this.#options.timeouts;
    const connection = this.#connection;
    const previousReply = connection.lastServerResponse;
    let hasReachedDot = false;
    const body = new GatedBody({
      raw,
      gate,
      socket: () => connection._socket as Socket,
      onDot: () => {
        hasReachedDot = true;
        this.#startTimer(afterDotMs);
      },
    });
    // nodemailer keeps its state in the envelope, so that each email needs its own.
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

    this.#startTimer(beforeDotMs);
    const notSent = body.notSent.catch((error: unknown) => {
      throw new GateFailure(error);
    });
    try {
      const sent = this.#race<SMTPConnection.SentMessageInfo>((done) =>
        connection.send(envelope, body, done),
      );
      const info = await Promise.race([sent, notSent]);
      await body.stop();
      if (info === null) this.#abort();
      return info && this.#accepted(info, hasReachedDot);
    } catch (error) {
      const failedAt = stage();
      this.#abort();
      await body.stop();
      throw error instanceof GateFailure ? error.cause : this.#failure(error, failedAt);
    } finally {
      clearTimeout(this.#timer);
    }
  }

  /** Says goodbye, and does not wait for an answer for long. */
  close(): void {
    this.#connection.quit();
    const timer = setTimeout(() => this.#abort(), 2_000).unref();
    this.#connection.once('end', () => clearTimeout(timer));
  }

  #accepted(info: SMTPConnection.SentMessageInfo, hasReachedDot: boolean): Accepted {
    if (!hasReachedDot) throw new MailFailure('body', 'The server replied before the email ended.');
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

/** Tells what the gate threw from what the server did. */
class GateFailure extends Error {
  constructor(cause: unknown) {
    super('The gate failed.', { cause });
  }
}
