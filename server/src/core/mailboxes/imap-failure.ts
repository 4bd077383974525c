import {
  CallFailure,
  connectFailure,
  type EgressFailureReason,
  tlsFailure,
} from '../../platform/egress/call-failure.ts';
import {
  type MailAuth,
  MailFailure,
  type MailServer,
  type MailStage,
} from '../../platform/mail/mail-server.ts';

interface SignInAttempt {
  server: MailServer;
  auth: MailAuth;
}

interface ImapError {
  code?: string;
  message?: string;
  authenticationFailed?: boolean;
  tlsFailed?: boolean;
  responseText?: string;
  serverResponseCode?: string;
  response?: unknown;
  reason?: string;
}

const stageOfReason: Partial<Record<EgressFailureReason, MailStage>> = {
  forbidden_target: 'forbidden',
  dns: 'dns',
  tls: 'tls',
};

const socketCodes = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'ETIMEDOUT',
]);

/** The failure of opening a session: its stage, and a message for the workspace. */
export function imapFailure(
  error: unknown,
  attempt: SignInAttempt,
  isGreeted = false,
): MailFailure {
  if (error instanceof MailFailure) return error;
  const { host, port, security } = attempt.server;
  if (error instanceof CallFailure)
    return new MailFailure(stageOfReason[error.reason] ?? 'connect', error.message);
  const imap = error as ImapError;
  const code = imap.code ?? '';
  if (imap.authenticationFailed) return refusedSignIn(imap, attempt);
  if (socketCodes.has(code))
    return new MailFailure('connect', connectFailure(host, port, error).message);
  if (code === 'CONNECT_TIMEOUT')
    return new MailFailure('connect', `${host} did not accept a connection in time.`);
  if (code === 'ProxyError' || /proxy/i.test(imap.message ?? ''))
    return new MailFailure('connect', 'The operator’s proxy did not open a connection.');
  if (imap.tlsFailed && code === '')
    return new MailFailure('tls', `${host} does not support STARTTLS on port ${port}.`);
  if (
    imap.tlsFailed ||
    isTlsCode(code) ||
    (security === 'tls' && !isGreeted && code === 'ECONNRESET')
  )
    return new MailFailure('tls', tlsFailure(host, error).message);
  if (!isGreeted) return new MailFailure('greeting', `${host} did not greet as an IMAP server.`);
  return new MailFailure('auth', `${host} closed the connection before the sign-in was complete.`);
}

const isTlsCode = (code: string): boolean =>
  /^(ERR_SSL_|ERR_TLS_|CERT_|EPROTO|DEPTH_|SELF_SIGNED|UNABLE_TO_)/.test(code);

/** The server refused the credential. Trying again could lock the account. */
export class SignInRefused extends MailFailure {}

const temporaryCodes = new Set(['UNAVAILABLE', 'LIMIT', 'INUSE', 'SERVERBUG', 'CONTACTADMIN']);

/** Too many connections, or a server that cannot check credentials at the moment. */
const isTemporary = ({ serverResponseCode }: ImapError, text: string): boolean =>
  temporaryCodes.has(serverResponseCode ?? '') ||
  /\b(too many|temporar|try again|unavailable|limit)/i.test(text);

const maxDetail = 300;

/** The server's own words, unless they repeat the credential. */
function refusedSignIn(error: ImapError, { server, auth }: SignInAttempt): MailFailure {
  const { responseText, response } = error;
  const text = responseText ?? (typeof response === 'string' ? response : '');
  const secret = 'password' in auth ? auth.password : auth.accessToken;
  // A long word may be the credential, encoded.
  const words = text
    .slice(0, maxDetail)
    .replace(/[\w+/=-]{24,}/g, '…')
    .replace(/\s+/g, ' ')
    .trim();
  const detail = words === '' || text.includes(secret) ? '.' : `: ${words}`;
  if (isTemporary(error, text))
    return new MailFailure('auth', `${server.host} cannot sign in at the moment${detail}`);
  return new SignInRefused('auth', `${server.host} refused the user name or password${detail}`);
}
