import type { Endpoint, Role } from '@outcrop/contract';
import type { z } from 'zod';
import type { Tx } from '../db/index.ts';
import type { InvalidRows } from './skip-invalid.ts';

/** Who is calling, as far as the pipeline needs to know. */
export interface Caller {
  tokenId: string;
  userId: string;
  workspaceId: string;
  role: Role;
}

/** What a handler gets: a request that has passed every check that is not its own. */
export interface Call<E extends Endpoint = Endpoint, C extends Caller = Caller> {
  caller: C;
  query: z.output<E['query']>;
  body: E['body'] extends z.ZodObject ? z.output<E['body']> : null;
  tx: Tx;
  /** Rows of the body that fail alone, by their place; the body holds the others. */
  invalidRows: InvalidRows;
  correlationId: string;
}

export interface Route<C extends Caller = Caller> {
  line: Endpoint;
  handle: (call: Call<Endpoint, C>) => Promise<object>;
}

/** Puts a handler behind a line of the contract, checked against the line's own types. */
export const route = <
  Q extends z.ZodObject,
  B extends z.ZodObject | null,
  D extends z.ZodObject,
  C extends Caller,
>(
  line: Endpoint<Q, B, D>,
  handle: (call: Call<Endpoint<Q, B, D>, C>) => Promise<z.input<D>>,
): Route<C> => ({ line, handle });
