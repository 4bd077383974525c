import type { Caller } from './callers.ts';
import type { Operation } from './document.ts';
import type { Random } from './random.ts';
import { type Tree, write } from './tree.ts';

export type Body = { tree: Tree } | { bytes: Buffer };

export interface Attempt {
  description: string;
  /** Null if the request matches no operation of the document. */
  operation: Operation | null;
  caller: Caller | null;
  method: string;
  path: string;
  /** Encoded names and values. */
  query: [string, string][];
  headers: [string, string][];
  body: Body | null;
  /** The only status that this mistake may get, apart from 401, 403 and 429. */
  expectedStatus?: number;
  /** The path of an id outside of the caller's workspace; the request must fail. */
  foreignAt?: string;
  /** The field that has exactly the maximum length. */
  maxLengthField?: string;
  /** The request line or headers may be invalid HTTP. */
  hasUnusualHead?: boolean;
}

export const bodyBytes = (body: Body | null): Buffer | null =>
  body && ('bytes' in body ? body.bytes : Buffer.from(write(body.tree)));

/** The parsed body; undefined if it is not JSON. An empty body is an empty object. */
export function sentJson({ body }: Attempt): unknown {
  try {
    return JSON.parse(bodyBytes(body)?.toString() || '{}');
  } catch {
    return undefined;
  }
}

export const targetOf = ({ path, query }: Attempt): string =>
  query.length === 0
    ? path
    : `${path}?${query.map(([name, value]) => `${name}=${value}`).join('&')}`;

export const headerOf = ({ headers }: Attempt, wantedName: string): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === wantedName)?.[1];

export type Mistake = (attempt: Attempt, random: Random) => Attempt;

export const withHeader = (
  attempt: Attempt,
  name: string,
  ...values: string[]
): [string, string][] => [
  ...attempt.headers.filter(([each]) => each.toLowerCase() !== name.toLowerCase()),
  ...values.map((value): [string, string] => [name, value]),
];
