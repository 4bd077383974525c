import type { Endpoint } from '@outcrop/contract';
import type { z } from 'zod';
import type { ActorContext, Caller, OperationContext, SessionUser } from '../caller.ts';
import type { Tx } from '../db/index.ts';
import type { UploadedFile } from './upload.ts';
import type { InvalidRows } from './validate-request.ts';

/** The origin of a request that is not authenticated yet. */
export interface RequestSender {
  address: string;
  /** Aborted when the caller disconnects before the response. */
  disconnectSignal: AbortSignal;
}

/** The caller's browser, for signing in and out. */
export interface BrowserClient {
  address: string;
  userAgent: string;
  cookie: string;
  setCookies: (cookies: string[]) => void;
}

type BodyOf<B> = B extends z.ZodObject ? z.output<B> : null;

/** A request that passed all common checks. */
interface EndpointRequest<E extends Endpoint, Deps> {
  params: z.output<NonNullable<E['params']>>;
  query: z.output<E['query']>;
  body: BodyOf<E['body']>;
  correlationId: string;
  deps: Deps;
}

interface RequestInWorkspace<E extends Endpoint, Deps, C> extends EndpointRequest<E, Deps> {
  caller: C;
  actor: ActorContext;
  /** The caller's network address. */
  address: string;
  /** Present when the endpoint accepts a file. */
  file?: UploadedFile;
  /** Problems of skipped rows, by index; the body holds the other rows. */
  invalidRows: InvalidRows;
}

/** Input of a handler of kind `workspace` or `file`. Everything it does is one transaction. */
export interface WorkspaceCall<E extends Endpoint = Endpoint, Deps = unknown, C = Caller>
  extends RequestInWorkspace<E, Deps, C>,
    OperationContext<Deps> {}

/** Input of a handler with `transaction: 'none'`, which calls another host. */
export interface ExternalCall<E extends Endpoint = Endpoint, Deps = unknown, C = Caller>
  extends RequestInWorkspace<E, Deps, C> {
  /** Aborted when the caller disconnects before the response. */
  signal: AbortSignal;
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

/** Input of a handler of kind `account`. `user` is null on public endpoints without a session. */
interface AccountCall<E extends Endpoint = Endpoint, Deps = unknown, U = SessionUser | null>
  extends EndpointRequest<E, Deps> {
  user: U;
  client: BrowserClient;
}

/** What the handler of an endpoint gets: `C` calls in a workspace, `U` is signed in. */
export type CallOf<E extends Endpoint, Deps, C, U> = E['kind'] extends 'account'
  ? AccountCall<E, Deps, 'anyone' extends E['access'] ? U | null : U>
  : 'none' extends E['transaction']
    ? ExternalCall<E, Deps, C>
    : WorkspaceCall<E, Deps, C>;

/** The content of a file, for endpoints of kind `file`. */
export interface FileResponse {
  name: string;
  /** Default: a CSV file. */
  type?: string;
  /** The file in pieces. Each is read in its own transaction, because the client may be slow. */
  pieces: (
    read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  ) => AsyncIterable<string | Uint8Array>;
}

type ResultOf<E extends Endpoint> = E['kind'] extends 'file' ? FileResponse : z.input<E['data']>;

/** A handler for each endpoint of a table. */
export type EndpointHandlers<Endpoints extends Record<string, Endpoint>, Deps, C, U> = {
  [Id in keyof Endpoints]: (
    call: CallOf<Endpoints[Id], Deps, C, U>,
  ) => Promise<ResultOf<Endpoints[Id]>>;
};

export interface EndpointRoute {
  endpoint: Endpoint;
  /** A method, because the table above has checked its parameter against the endpoint. */
  handle(this: void, call: WorkspaceCall | ExternalCall | AccountCall): Promise<object>;
}

/** Connects the endpoints of a table with their handlers. */
export const endpointRoutes = (
  endpoints: Record<string, Endpoint>,
  handlers: Record<string, EndpointRoute['handle']>,
): EndpointRoute[] =>
  Object.entries(endpoints).map(([id, endpoint]) => ({ endpoint, handle: handlers[id]! }));

/** Connects one endpoint with its handler. */
export const endpointRoute = <E extends Endpoint>(
  endpoint: E,
  handle: (call: WorkspaceCall<E>) => Promise<z.input<E['data']>>,
): EndpointRoute => ({ endpoint, handle });
