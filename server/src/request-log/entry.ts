import { basePath, type Endpoint } from '@outcrop/contract';
import type { ApiError } from '../platform/error.ts';
import type { RequestRecord } from '../platform/http/request-record.ts';
import { namesIn, outlineOf } from './outline.ts';

/** A stored request, as `record_requests` expects it. */
export interface Entry {
  workspaceId: string;
  at: Date;
  correlationId: string;
  method: string;
  path: string | null;
  status: number;
  ms: number;
  tokenId: string | null;
  userId: string;
  errorCode: string | null;
  replayed: boolean;
  requestBytes: number;
  answerBytes: number | null;
  sent: object;
  problems: string[];
}

/** The maximum of the integer column. */
const maxBytes = 2_147_483_647;

export function entryOf({
  caller,
  endpoint,
  error,
  requestBytes,
  ...record
}: RequestRecord): Entry {
  const { correlationId, at, method, status, ms, replayed, answerBytes } = record;
  return {
    workspaceId: caller.workspaceId,
    at,
    correlationId,
    method,
    path: endpoint && basePath[endpoint.api] + endpoint.path,
    status,
    ms,
    tokenId: caller.tokenId,
    userId: caller.userId,
    errorCode: error?.code ?? null,
    replayed,
    requestBytes: Math.min(requestBytes, maxBytes),
    answerBytes,
    sent: endpoint ? sentTo(endpoint, record) : {},
    problems: error ? problemsOf(error, endpoint) : [],
  };
}

function sentTo(
  { params, query, body }: Endpoint,
  sent: Pick<RequestRecord, 'params' | 'url' | 'body'>,
): object {
  const start = sent.url.indexOf('?');
  const asked =
    start === -1 ? null : Object.fromEntries(new URLSearchParams(sent.url.slice(start)));
  return {
    ...(params && { params: outlineOf(params, sent.params) }),
    ...(asked && { query: outlineOf(query, asked) }),
    ...(body && sent.body !== undefined && { body: outlineOf(body, sent.body) }),
  };
}

const maxProblems = 20;
const maxMessageLength = 300;
const maxIds = 10;

/** The error messages, without values quoted from the request or the workspace. */
function problemsOf({ message, details }: ApiError, endpoint: Endpoint | null): string[] {
  const { issues, notFound = [] } = details;
  const sentences = issues
    ? issues
        .slice(0, maxProblems)
        .map((issue) => `${formatPath(issue.path, endpoint)} ${issue.message}`)
    : [message];
  return [
    ...sentences.map(withoutQuotes),
    ...more((issues ?? []).length - maxProblems),
    ...(notFound.length > 0 ? [`Not found: ${notFound.slice(0, maxIds).join(', ')}`] : []),
    ...more(notFound.length - maxIds),
  ];
}

const more = (count: number): string[] => (count > 0 ? [`(${count} more)`] : []);

/** Messages quote user data in quotation marks only. */
const withoutQuotes = (sentence: string): string =>
  sentence.replaceAll(/".*"/gs, '"…"').slice(0, maxMessageLength);

/** A path such as `leads[3].email`. Names not in the contract are replaced. */
const formatPath = (path: (string | number)[], endpoint: Endpoint | null): string =>
  path.reduce<string>((prefix, step) => {
    if (typeof step === 'number') return `${prefix}[${step}]`;
    const name = isKnown(step, endpoint) ? step : '…';
    return prefix === '' ? name : `${prefix}.${name}`;
  }, '');

const known = new WeakMap<Endpoint, Set<string>>();

function isKnown(name: string, endpoint: Endpoint | null): boolean {
  if (['body', 'file', 'Idempotency-Key'].includes(name)) return true;
  if (!endpoint) return false;
  let names = known.get(endpoint);
  if (!names) {
    const { params, query, body } = endpoint;
    names = new Set([params, query, body].flatMap((schema) => (schema ? namesIn(schema) : [])));
    known.set(endpoint, names);
  }
  return names.has(name);
}
