import { tlsFailed } from '../egress/failure.ts';
import { MailFailure, type MailStage } from './mail-server.ts';
import { parseReply, replyText, withoutSecrets } from './smtp-reply.ts';

interface Context {
  /** Where the session stood. */
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

export function toMailFailure(error: unknown, context: Context): MailFailure {
  if (error instanceof MailFailure) return error;
  const { code, originalCode, command = '', response } = error as ConnectionError;
  const { host, isUpgrading, secrets } = context;
  if (isUpgrading && response === undefined)
    return new MailFailure('tls', tlsFailed(host, { code: originalCode ?? code }).message);
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
