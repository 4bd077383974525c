import type { ApiOperation } from './document.ts';
import type { FuzzCaller } from './fuzz-callers.ts';
import { type JsonTree, writeJson } from './json-tree.ts';
import type { Random } from './random.ts';

export type AttemptBody = { tree: JsonTree } | { bytes: Buffer };

export interface RequestAttempt {
  description: string;
  /** Null if the request matches no operation of the document. */
  operation: ApiOperation | null;
  caller: FuzzCaller | null;
  method: string;
  path: string;
  /** Encoded names and values. */
  query: [string, string][];
  headers: [string, string][];
  body: AttemptBody | null;
  /** The only status that this mistake may get, apart from 401, 403 and 429. */
  expectedStatus?: number;
  /** The path of an id outside of the caller's workspace; the request must fail. */
  foreignAt?: string;
  /** The field that has exactly the maximum length. */
  maxLengthField?: string;
  /** The request line or headers may be invalid HTTP. */
  hasUnusualHead?: boolean;
}

export const bodyBytes = (body: AttemptBody | null): Buffer | null =>
  body && ('bytes' in body ? body.bytes : Buffer.from(writeJson(body.tree)));

/** The parsed body; undefined if it is not JSON. An empty body is an empty object. */
export function sentJson({ body }: RequestAttempt): unknown {
  try {
    return JSON.parse(bodyBytes(body)?.toString() || '{}');
  } catch {
    return undefined;
  }
}

export const targetOf = ({ path, query }: RequestAttempt): string =>
  query.length === 0
    ? path
    : `${path}?${query.map(([name, value]) => `${name}=${value}`).join('&')}`;

export const headerOf = ({ headers }: RequestAttempt, wantedName: string): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === wantedName)?.[1];

export type RequestMistake = (attempt: RequestAttempt, random: Random) => RequestAttempt;

export const withHeader = (
  attempt: RequestAttempt,
  name: string,
  ...values: string[]
): [string, string][] => [
  ...attempt.headers.filter(([each]) => each.toLowerCase() !== name.toLowerCase()),
  ...values.map((value): [string, string] => [name, value]),
];
