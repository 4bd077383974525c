import { errors } from 'undici';
import type { EgressProtocol } from './network-policy.ts';

/** Why a call got no response. */
export type EgressFailureReason =
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
 * A failed call. The message is shown to the workspace: it contains neither the resolved address
 * nor the URL's path, which may hold a secret.
 */
export class CallFailure extends Error {
  readonly reason: EgressFailureReason;

  constructor(reason: EgressFailureReason, message: string) {
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

export const forbiddenTargetFailure = (message: string) =>
  new CallFailure('forbidden_target', message);

const askOperator = 'or ask the operator to add its network to EGRESS_ALLOW.';
const notPublic = `does not resolve to a public address. Use one that does, ${askOperator}`;
const forbiddenReasons: Record<EgressProtocol, string> = {
  'https:': notPublic,
  'tls:': notPublic,
  'http:': `is not in a network that may be called with plain http. Use https and a public address, ${askOperator}`,
  'tcp:': `is not in a network that may be connected to without encryption. Use TLS and a public address, ${askOperator}`,
};

export const forbiddenHostFailure = (host: string, protocol: EgressProtocol) =>
  forbiddenTargetFailure(`${host} ${forbiddenReasons[protocol]}`);

export const forbiddenPortFailure = (host: string, port: number) =>
  forbiddenTargetFailure(
    `${host} cannot be reached at port ${port}, which is not a mail port. Use 465 or 587 for sending and 993 or 143 for reading, ${askOperator}`,
  );

export const dnsFailure = (host: string, error: unknown) =>
  new CallFailure(
    'dns',
    ['ENOTFOUND', 'ENODATA', 'EBADNAME'].includes(codeOf(error))
      ? `DNS has no address for ${host}. Check the name.`
      : `DNS did not answer for ${host} (${codeOf(error)}).`,
  );

export function connectFailure(host: string, port: number, error: unknown): CallFailure {
  const code = codeOf(error);
  const problem =
    code === 'ECONNREFUSED'
      ? 'refused the connection'
      : code === 'ETIMEDOUT'
        ? 'did not accept a connection in time'
        : `could not be reached (${code})`;
  return new CallFailure('connect', `${host} ${problem} on port ${port}.`);
}

const certificateProblems: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its issuer is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its issuer is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its issuer is not trusted, or an intermediate certificate is missing',
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another name',
};

export function tlsFailure(host: string, error: unknown): CallFailure {
  const code = codeOf(error);
  const problem = certificateProblems[code];
  if (problem)
    return new CallFailure('tls', `The certificate of ${host} was rejected: ${problem}.`);
  const ending = ['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'].includes(code) ? 'timed out' : 'failed';
  return new CallFailure('tls', `TLS with ${host} ${ending} (${code}).`);
}

/** Converts an error during a call. An error without a code is a bug of ours. */
export function toCallFailure(host: string, error: unknown): unknown {
  if (error instanceof CallFailure) return error;
  const code = codeOf(error);
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') return stoppedFailure();
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return new CallFailure('bad_answer', `The response headers of ${host} are too large.`);
  if (error instanceof errors.HTTPParserError)
    return new CallFailure('bad_answer', `${host} did not send a valid HTTP response.`);
  if (code.startsWith('ERR_SSL_')) return tlsFailure(host, error);
  if (code === unknownCode) return error;
  return new CallFailure(
    'closed',
    `${host} closed the connection before the response was complete.`,
  );
}

export const stoppedFailure = () =>
  new CallFailure('stopped', 'The call was canceled because this process is stopping.');

export const timeoutFailure = (host: string, timeoutMs: number, status: number | undefined) =>
  status === undefined
    ? new CallFailure('timeout', `${host} did not answer within ${timeoutMs / 1_000} s.`)
    : new CallFailure(
        'too_slow',
        `${host} started to respond with ${status} but did not finish within ${timeoutMs / 1_000} s.`,
      );
