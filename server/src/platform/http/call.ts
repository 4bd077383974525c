import type { Endpoint, Role } from '@outcrop/contract';
import type { z } from 'zod';
import type { Tx } from '../db/index.ts';
import type { InvalidRows } from './skip-invalid.ts';
import type { Upload } from './upload.ts';

/** The authenticated caller in a workspace. */
export interface Caller {
  /** Null for a session. */
  tokenId: string | null;
  userId: string;
  workspaceId: string;
  role: Role;
}

/** A signed-in user, independent of the workspace. */
export interface SessionUser {
  userId: string;
  sessionId: string;
  /** Until when the last password check counts as recent. */
  freshUntil: Date;
}

/** The origin of a request that is not authenticated yet. */
export interface Sender {
  address: string;
  /** Aborted when the caller disconnects before the response. */
  disconnectSignal: AbortSignal;
}

/** The caller's browser, for signing in and out. */
export interface Client {
  address: string;
  userAgent: string;
  cookie: string;
  setCookies: (cookies: string[]) => void;
}

/** Input of a handler without a workspace. `user` is null on public endpoints. */
export interface CallWithoutWorkspace<
  E extends Endpoint = Endpoint,
  P extends SessionUser | null = SessionUser | null,
> {
  user: P;
  params: z.output<NonNullable<E['params']>>;
  query: z.output<E['query']>;
  body: E['body'] extends z.ZodObject ? z.output<E['body']> : null;
  client: Client;
  correlationId: string;
}

/** Input of a handler: a request that passed all common checks. */
export interface Call<E extends Endpoint = Endpoint, C extends Caller = Caller> {
  caller: C;
  params: z.output<NonNullable<E['params']>>;
  query: z.output<E['query']>;
  body: E['body'] extends z.ZodObject ? z.output<E['body']> : null;
  /** Present when the endpoint accepts a file. */
  file?: Upload;
  tx: Tx;
  /** Problems of skipped rows, by index; the body holds the other rows. */
  invalidRows: InvalidRows;
  correlationId: string;
}

/** Input of a handler that calls an external service, outside a transaction. */
export interface ExternalCall<E extends Endpoint = Endpoint, C extends Caller = Caller>
  extends Omit<Call<E, C>, 'tx'> {
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /**
   * Commits the effect together with the response that a repeated request gets. For a repeated
   * request, `work` is not run and the data is that of the first one.
   */
  commit: <D extends object>(
    work: (tx: Tx) => Promise<D>,
  ) => Promise<{ data: D; replayed: boolean }>;
  /** Commits the result of the external call and replaces the response stored by `commit`. */
  amend: <D extends object>(work: (tx: Tx) => Promise<D>) => Promise<D>;
}

/** Result of an endpoint that returns a file. */
export interface FileResponse {
  name: string;
  /** The file in pieces. Each is read in its own transaction, because the client may be slow. */
  pieces: (read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>) => AsyncIterable<string>;
}

export interface Route<C extends Caller = Caller> {
  endpoint: Endpoint;
  handle: (call: Call<Endpoint, C>) => Promise<object>;
}

/** Connects a handler to an endpoint, checked against the endpoint's types. */
export const route = <
  Q extends z.ZodObject,
  B extends z.ZodObject | null,
  D extends z.ZodObject,
  P extends z.ZodObject,
  C extends Caller,
>(
  endpoint: Endpoint<Q, B, D, P>,
  handle: (call: Call<Endpoint<Q, B, D, P>, C>) => Promise<z.input<D>>,
): Route<C> => ({ endpoint, handle: handle as unknown as Route<C>['handle'] });

/** For an endpoint without a workspace. */
export const routeWithoutWorkspace = <
  Q extends z.ZodObject,
  B extends z.ZodObject | null,
  D extends z.ZodObject,
  P extends z.ZodObject,
  W extends SessionUser | null,
  C extends Caller,
>(
  endpoint: Endpoint<Q, B, D, P>,
  handle: (call: CallWithoutWorkspace<Endpoint<Q, B, D, P>, W>) => Promise<z.input<D>>,
): Route<C> => ({ endpoint, handle: handle as unknown as Route<C>['handle'] });

/** For an endpoint that calls an external service. */
export const externalCallRoute = <
  Q extends z.ZodObject,
  B extends z.ZodObject | null,
  D extends z.ZodObject,
  P extends z.ZodObject,
  C extends Caller,
>(
  endpoint: Endpoint<Q, B, D, P>,
  handle: (call: ExternalCall<Endpoint<Q, B, D, P>, C>) => Promise<z.input<D>>,
): Route<C> => ({ endpoint, handle: handle as unknown as Route<C>['handle'] });

/** For an endpoint that returns a file. */
export const fileRoute = <
  Q extends z.ZodObject,
  B extends z.ZodObject | null,
  D extends z.ZodObject,
  P extends z.ZodObject,
  C extends Caller,
>(
  endpoint: Endpoint<Q, B, D, P>,
  handle: (call: Call<Endpoint<Q, B, D, P>, C>) => Promise<FileResponse>,
): Route<C> => ({ endpoint, handle: handle as unknown as Route<C>['handle'] });
