import type { Endpoint, Role } from '@outcrop/contract';
import type { z } from 'zod';
import type { Tx } from '../db/index.ts';
import type { InvalidRows } from './skip-invalid.ts';
import type { Upload } from './upload.ts';

/** Who is calling in a workspace, as far as the pipeline needs to know. */
export interface Caller {
  /** Null for someone who is signed in. */
  tokenId: string | null;
  userId: string;
  workspaceId: string;
  role: Role;
}

/** Someone who is signed in, whatever the workspace. */
export interface Person {
  userId: string;
  sessionId: string;
  /** Until when their password counts as just given. */
  freshUntil: Date;
}

/** Where a request comes from, before it is known who sent it. */
export interface Sender {
  address: string;
  /** Aborted when the caller leaves without waiting for the answer. */
  gone: AbortSignal;
}

/** The browser at the other end, for what signs people in and out. */
export interface Visit {
  address: string;
  userAgent: string;
  cookie: string;
  setCookies: (cookies: string[]) => void;
}

/** What a handler of a line without a workspace gets; nobody is signed in where anyone may call. */
export interface OpenCall<E extends Endpoint = Endpoint, P extends Person | null = Person | null> {
  person: P;
  params: z.output<NonNullable<E['params']>>;
  query: z.output<E['query']>;
  body: E['body'] extends z.ZodObject ? z.output<E['body']> : null;
  visit: Visit;
  correlationId: string;
}

/** What a handler gets: a request that has passed every check that is not its own. */
export interface Call<E extends Endpoint = Endpoint, C extends Caller = Caller> {
  caller: C;
  params: z.output<NonNullable<E['params']>>;
  query: z.output<E['query']>;
  body: E['body'] extends z.ZodObject ? z.output<E['body']> : null;
  /** Of a line that takes one. */
  file?: Upload;
  tx: Tx;
  /** Rows of the body that fail alone, by their place; the body holds the others. */
  invalidRows: InvalidRows;
  correlationId: string;
}

/** What a handler gets that calls a machine outside: no transaction is open around it. */
export interface OutsideCall<E extends Endpoint = Endpoint, C extends Caller = Caller>
  extends Omit<Call<E, C>, 'tx'> {
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /**
   * Commits the effect together with the data that a repeat of the request is answered with. When
   * this is such a repeat, `work` is left out and the data is that of the first request.
   */
  commit: <D extends object>(
    work: (tx: Tx) => Promise<D>,
  ) => Promise<{ data: D; replayed: boolean }>;
  /** Commits what the outside has answered, and replaces the data that `commit` kept. */
  amend: <D extends object>(work: (tx: Tx) => Promise<D>) => Promise<D>;
}

/** What a line that gives a file answers. */
export interface FileAnswer {
  name: string;
  /**
   * The file, piece by piece. Each piece is read in a transaction of its own: nobody knows how
   * slowly they are taken.
   */
  pieces: (read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>) => AsyncIterable<string>;
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
  P extends z.ZodObject,
  C extends Caller,
>(
  line: Endpoint<Q, B, D, P>,
  handle: (call: Call<Endpoint<Q, B, D, P>, C>) => Promise<z.input<D>>,
): Route<C> => ({ line, handle: handle as unknown as Route<C>['handle'] });

/** The same for a line without a workspace. */
export const openRoute = <
  Q extends z.ZodObject,
  B extends z.ZodObject | null,
  D extends z.ZodObject,
  P extends z.ZodObject,
  W extends Person | null,
  C extends Caller,
>(
  line: Endpoint<Q, B, D, P>,
  handle: (call: OpenCall<Endpoint<Q, B, D, P>, W>) => Promise<z.input<D>>,
): Route<C> => ({ line, handle: handle as unknown as Route<C>['handle'] });

/** The same for a line that calls a machine outside. */
export const outsideRoute = <
  Q extends z.ZodObject,
  B extends z.ZodObject | null,
  D extends z.ZodObject,
  P extends z.ZodObject,
  C extends Caller,
>(
  line: Endpoint<Q, B, D, P>,
  handle: (call: OutsideCall<Endpoint<Q, B, D, P>, C>) => Promise<z.input<D>>,
): Route<C> => ({ line, handle: handle as unknown as Route<C>['handle'] });

/** The same for a line that gives a file. */
export const fileRoute = <
  Q extends z.ZodObject,
  B extends z.ZodObject | null,
  D extends z.ZodObject,
  P extends z.ZodObject,
  C extends Caller,
>(
  line: Endpoint<Q, B, D, P>,
  handle: (call: Call<Endpoint<Q, B, D, P>, C>) => Promise<FileAnswer>,
): Route<C> => ({ line, handle: handle as unknown as Route<C>['handle'] });
