import { basePath, type Endpoint } from '@outcrop/contract';
import type { ApiError } from '../platform/error.ts';
import type { Exchange } from '../platform/http/exchange.ts';
import { namesIn, outlineOf } from './outline.ts';

/** What is kept of a call, as `record_requests` takes it. */
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

/** The longest that a column of the log can say. */
const mostBytes = 2_147_483_647;

export function entryOf({ caller, line, error, requestBytes, ...exchange }: Exchange): Entry {
  const { correlationId, at, method, status, ms, replayed, answerBytes } = exchange;
  return {
    workspaceId: caller.workspaceId,
    at,
    correlationId,
    method,
    path: line && basePath[line.api] + line.path,
    status,
    ms,
    tokenId: caller.tokenId,
    userId: caller.userId,
    errorCode: error?.code ?? null,
    replayed,
    requestBytes: Math.min(requestBytes, mostBytes),
    answerBytes,
    sent: line ? sentTo(line, exchange) : {},
    problems: error ? problemsOf(error, line) : [],
  };
}

function sentTo(
  { params, query, body }: Endpoint,
  sent: Pick<Exchange, 'params' | 'url' | 'body'>,
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

const mostProblems = 20;
const mostLetters = 300;
const mostIds = 10;

/** What the caller was told, without what it quotes from the request or from the workspace. */
function problemsOf({ message, details }: ApiError, line: Endpoint | null): string[] {
  const { issues, notFound = [] } = details;
  const sentences = issues
    ? issues.slice(0, mostProblems).map((issue) => `${placeOf(issue.path, line)} ${issue.message}`)
    : [message];
  return [
    ...sentences.map(withoutQuotes),
    ...more((issues ?? []).length - mostProblems),
    ...(notFound.length > 0 ? [`Not found: ${notFound.slice(0, mostIds).join(', ')}`] : []),
    ...more(notFound.length - mostIds),
  ];
}

const more = (count: number): string[] => (count > 0 ? [`(${count} more)`] : []);

/** By the house's rule a message names what others wrote in quotation marks, and nowhere else. */
const withoutQuotes = (sentence: string): string =>
  sentence.replaceAll(/".*"/gs, '"…"').slice(0, mostLetters);

/** Where a problem is, such as `leads[3].email`. A name that the contract does not know is left out. */
const placeOf = (path: (string | number)[], line: Endpoint | null): string =>
  path.reduce<string>((place, step) => {
    if (typeof step === 'number') return `${place}[${step}]`;
    const name = isKnown(step, line) ? step : '…';
    return place === '' ? name : `${place}.${name}`;
  }, '');

const known = new WeakMap<Endpoint, Set<string>>();

function isKnown(name: string, line: Endpoint | null): boolean {
  if (['body', 'file', 'Idempotency-Key'].includes(name)) return true;
  if (!line) return false;
  let names = known.get(line);
  if (!names) {
    const { params, query, body } = line;
    names = new Set([params, query, body].flatMap((schema) => (schema ? namesIn(schema) : [])));
    known.set(line, names);
  }
  return names.has(name);
}
