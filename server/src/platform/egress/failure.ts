import { errors } from 'undici';

/** Why a call has no answer. */
export type Reason =
  | 'forbidden_target'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'proxy'
  | 'timeout'
  | 'too_slow'
  | 'closed'
  | 'bad_answer'
  | 'stopped';

/**
 * A call that failed. The message is for whoever named the host: it tells neither the address that
 * a name led to nor the path of the URL, which may hold a secret.
 */
export class CallFailure extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, message: string) {
    super(message);
    this.name = 'CallFailure';
    this.reason = reason;
  }
}

const unknownCode = 'unknown';
const codeOf = (error: unknown): string => {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : unknownCode;
};

export const forbidden = (message: string) => new CallFailure('forbidden_target', message);

export const forbiddenHost = (host: string, protocol: string) =>
  forbidden(
    protocol === 'http:'
      ? `${host} is not in a network that may be called with plain http. Use https and a public address, or ask the operator to add its network to EGRESS_ALLOW.`
      : `${host} does not lead to a public address. Use one that does, or ask the operator to add its network to EGRESS_ALLOW.`,
  );

export const unknownName = (host: string, error: unknown) =>
  new CallFailure(
    'dns',
    ['ENOTFOUND', 'ENODATA', 'EBADNAME'].includes(codeOf(error))
      ? `DNS has no address for ${host}. Check the name.`
      : `DNS did not answer for ${host} (${codeOf(error)}).`,
  );

export function notConnected(host: string, port: number, error: unknown): CallFailure {
  const code = codeOf(error);
  const what =
    code === 'ECONNREFUSED'
      ? 'refused the connection'
      : code === 'ETIMEDOUT'
        ? 'did not accept a connection in time'
        : `could not be reached (${code})`;
  return new CallFailure('connect', `${host} ${what} on port ${port}.`);
}

const certificateProblems: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its issuer is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its issuer is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its issuer is not trusted, or a certificate between is missing',
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another name',
};

export function notSecured(host: string, error: unknown): CallFailure {
  const code = codeOf(error);
  const problem = certificateProblems[code];
  if (problem) return new CallFailure('tls', `The certificate of ${host} was refused: ${problem}.`);
  const what = code === 'UND_ERR_CONNECT_TIMEOUT' ? 'was not agreed on in time' : 'failed';
  return new CallFailure('tls', `TLS with ${host} ${what} (${code}).`);
}

/** What ended a call that was under way. An error without a code is a mistake of ours. */
export function interrupted(host: string, error: unknown): unknown {
  if (error instanceof CallFailure) return error;
  const code = codeOf(error);
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') return stopped();
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return new CallFailure('bad_answer', `The headers of ${host}'s answer are too large.`);
  if (error instanceof errors.HTTPParserError)
    return new CallFailure('bad_answer', `What ${host} sent is not an HTTP answer.`);
  if (code.startsWith('ERR_SSL_')) return notSecured(host, error);
  if (code === unknownCode) return error;
  return new CallFailure('closed', `${host} closed the connection before its answer had ended.`);
}

export const stopped = () =>
  new CallFailure('stopped', 'The call was given up because this process is stopping.');

export const outOfTime = (host: string, timeoutMs: number, status: number | undefined) =>
  status === undefined
    ? new CallFailure('timeout', `${host} did not answer within ${timeoutMs / 1_000} s.`)
    : new CallFailure(
        'too_slow',
        `${host} began to answer with ${status}, but had not ended within ${timeoutMs / 1_000} s.`,
      );
