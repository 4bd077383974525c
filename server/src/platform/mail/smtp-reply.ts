import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { tlsFailure } from '../egress/call-failure.ts';
import { ConversationTooLong } from '../egress/conversation-limits.ts';
import { type MailAuth, MailFailure, type MailStage, type SmtpReply } from './mail-server.ts';

const maxTextLength = 500;

/** Reads a reply of one or more lines. Null if it is not one. */
export function parseReply(response: string): SmtpReply | null {
  const lines = response.slice(0, 4 * maxTextLength).split(/\r?\n/, 20);
  const code = /^([2-5]\d\d)(?:[ -]|$)/.exec(lines[0]!)?.[1];
  if (code === undefined) return null;
  const texts = lines.map((line) => line.replace(/^\d{3}[ -]?/, ''));
  const enhanced = /^([245]\.\d{1,3}\.\d{1,3})(?: |$)/.exec(texts[0]!)?.[1] ?? null;
  const text = texts
    .map((each) =>
      enhanced !== null && each.startsWith(enhanced) ? each.slice(enhanced.length) : each,
    )
    .map((each) => toPrintable(each).trim())
    .filter((each) => each !== '')
    .join(' ');
  return { code: Number(code), enhanced, text: text.slice(0, maxTextLength) };
}

/** As the server sent it, on one line. */
export const replyText = ({ code, enhanced, text }: SmtpReply): string =>
  [code, enhanced, text].filter((part) => part !== null && part !== '').join(' ');

const toPrintable = (text: string): string => text.replace(/\p{Cc}/gu, ' ').toWellFormed();

/** A server that repeats a credential in its reply must not bring it into the log. */
export function withoutSecrets(text: string, secrets: string[]): string {
  return secrets.reduce(
    (clean, secret) => (secret === '' ? clean : clean.replaceAll(secret, '…')),
    text,
  );
}

interface FailureContext {
  stage: MailStage;
  host: string;
  /** During STARTTLS. */
  isUpgrading: boolean;
  secrets: string[];
}

/** As nodemailer reports them. */
interface ConnectionError {
  code?: string;
  /** The code of the system or of TLS. */
  originalCode?: string;
  command?: string;
  response?: string;
}

const stageOfCommand: Record<string, MailStage> = {
  EHLO: 'ehlo',
  HELO: 'ehlo',
  STARTTLS: 'tls',
  'MAIL FROM': 'mail',
  'RCPT TO': 'rcpt',
};

export function toMailFailure(error: unknown, context: FailureContext): MailFailure {
  if (error instanceof MailFailure) return error;
  const { code, originalCode, command = '', response } = error as ConnectionError;
  const { host, isUpgrading, secrets } = context;
  if (error instanceof ConversationTooLong)
    return new MailFailure(context.stage, `${host} ${error.message}.`);
  if (isUpgrading && response === undefined)
    return new MailFailure('tls', tlsFailure(host, { code: originalCode ?? code }).message);
  const stage = stageOfCommand[command] ?? context.stage;
  const reply = response === undefined ? null : parseReply(withoutSecrets(response, secrets));
  return new MailFailure(stage, messageOf(host, code, reply && replyText(reply)), reply);
}

function messageOf(host: string, code: string | undefined, reply: string | null): string {
  if (reply !== null) return `${host} replied: ${reply}`;
  if (code === 'ETIMEDOUT') return `${host} did not reply in time.`;
  if (code === 'EPROTOCOL') return `${host} did not send a valid reply.`;
  return `${host} closed the connection.`;
}

const tokenMechanismName = 'ACCESS-TOKEN';

/**
 * XOAUTH2 under our own name. For `XOAUTH2` itself, nodemailer prefers PLAIN if the server offers
 * it. After a refusal, nodemailer tries to renew the token, which hides the server's reply.
 */
export const tokenMechanism: SMTPConnection.CustomAuthenticationHandlers = {
  [tokenMechanismName]: async (session) => {
    const { user, pass } = session.auth.credentials;
    const token = toBase64(`user=${user}\x01auth=Bearer ${pass}\x01\x01`);
    const reply = await session.sendCommand(`AUTH XOAUTH2 ${token}`);
    // The details of the refusal come first; an empty line asks for the refusal itself.
    const { status } = reply.status === 334 ? await session.sendCommand('') : reply;
    if (status < 200 || status > 299) throw new Error('The access token was refused.');
  },
};

export const loginOf = (auth: MailAuth): SMTPConnection.AuthenticationType =>
  'accessToken' in auth
    ? { method: tokenMechanismName, user: auth.user, pass: auth.accessToken }
    : { user: auth.user, pass: auth.password };

/** All forms of a credential that a server could repeat, longest first. */
export function secretsOf(auth: MailAuth | null): string[] {
  if (auth === null) return [];
  const { user } = auth;
  if ('password' in auth)
    return [toBase64(`\0${user}\0${auth.password}`), toBase64(auth.password), auth.password];
  const { accessToken } = auth;
  return [toBase64(`user=${user}\x01auth=Bearer ${accessToken}\x01\x01`), accessToken];
}

const toBase64 = (text: string): string => Buffer.from(text).toString('base64');
