import type { Caller } from './callers.ts';
import type { Dice } from './dice.ts';
import type { Operation } from './document.ts';

/** JSON in which a part can stand as text that JSON.stringify would never write. */
export type Tree = null | boolean | number | string | Raw | Tree[] | { [name: string]: Tree };

export class Raw {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Body = { tree: Tree } | { bytes: Buffer };

/** A request as it will be sent, and what it is meant to try. */
export interface Attempt {
  story: string;
  /** Null when it is aimed at something that the document does not list. */
  operation: Operation | null;
  caller: Caller | null;
  method: string;
  path: string;
  /** Names and values as they stand on the wire. */
  query: [string, string][];
  headers: [string, string][];
  body: Body | null;
  /** The one status that a request with this mistake may get once it is let in. */
  mustGet?: number;
  /** Where it names something that is not in the caller's workspace. It cannot succeed then. */
  foreignAt?: string;
  /** The field that is exactly as long as allowed. */
  fullAt?: string;
  /** The head may be more than HTTP allows. */
  hasOddHead?: boolean;
}

export const isObject = (tree: unknown): tree is { [name: string]: Tree } =>
  typeof tree === 'object' && tree !== null && !Array.isArray(tree) && !(tree instanceof Raw);

export function write(tree: Tree): string {
  if (tree instanceof Raw) return tree.text;
  if (Array.isArray(tree)) return `[${tree.map(write).join()}]`;
  if (!isObject(tree)) return JSON.stringify(tree);
  const fields = Object.entries(tree).map(
    ([name, value]) => `${JSON.stringify(name)}:${write(value)}`,
  );
  return `{${fields.join()}}`;
}

/** A value as it stands outside of JSON. */
export const asText = (value: Tree): string => (typeof value === 'string' ? value : write(value));

export const bodyBytes = (body: Body | null): Buffer | null =>
  body && ('bytes' in body ? body.bytes : Buffer.from(write(body.tree)));

/** The body as the service may read it; nothing, where it is no JSON. An empty one is an empty object. */
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

export const headerOf = ({ headers }: Attempt, wanted: string): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1];

/** Makes one thing wrong. */
export type Mistake = (attempt: Attempt, dice: Dice) => Attempt;

export const withHeader = (
  attempt: Attempt,
  name: string,
  ...values: string[]
): [string, string][] => [
  ...attempt.headers.filter(([each]) => each.toLowerCase() !== name.toLowerCase()),
  ...values.map((value): [string, string] => [name, value]),
];
