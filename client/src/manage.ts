import type {
  ManageBody,
  ManageData,
  ManageEndpointId,
  ManageParams,
  ManageQuery,
} from '@outcrop/contract';
import { managePaths } from './manage-paths.ts';
import { dataOf, OutcropError } from './response.ts';

// oxlint-disable-next-line typescript/no-generated-empty-object-type -- An empty object is intended.
export type EmptyObject = Record<never, never>;

type OptionalWhenEmpty<Name extends string, Value> = [Value] extends [never]
  ? { [Key in Name]?: never }
  : EmptyObject extends Value
    ? { [Key in Name]?: Value }
    : { [Key in Name]: Value };

export type ManageRequest<Id extends ManageEndpointId> = OptionalWhenEmpty<
  'params',
  ManageParams<Id>
> &
  OptionalWhenEmpty<'query', ManageQuery<Id>> &
  OptionalWhenEmpty<'body', ManageBody<Id>> & {
    signal?: AbortSignal | undefined;
    idempotencyKey?: string;
  };

/** The request is optional if none of its fields is required. */
export type ManageArguments<Id extends ManageEndpointId> =
  EmptyObject extends ManageRequest<Id>
    ? [request?: ManageRequest<Id>]
    : [request: ManageRequest<Id>];

export interface ManageOptions {
  /** Ends in `/api/v1/manage`; a path alone uses the page's own origin. */
  baseUrl: string;
  /** A token, instead of the session cookie. */
  token?: string;
  /** The workspace of session requests. A token has its own. */
  workspaceId?: string;
  /** Called when an endpoint requires a recent password; the call is repeated once it resolves. */
  reauthenticate?: () => Promise<void>;
  fetch?: typeof fetch;
}

/** The manage API, with a session cookie or a token. */
export class Manage {
  readonly #options: ManageOptions;

  constructor(options: ManageOptions) {
    this.#options = options;
  }

  async call<Id extends ManageEndpointId>(
    id: Id,
    ...[request]: ManageArguments<Id>
  ): Promise<ManageData<Id>> {
    const { reauthenticate } = this.#options;
    try {
      return await this.#send(id, request ?? {});
    } catch (error) {
      const needsPassword =
        error instanceof OutcropError && error.code === 'reauthentication_required';
      if (!needsPassword || !reauthenticate) throw error;
      await reauthenticate();
      return this.#send(id, request ?? {});
    }
  }

  async upload<Id extends UploadId>(
    id: Id,
    file: Blob,
    { query, signal }: Pick<PlainRequest, 'query' | 'signal'> = {},
  ): Promise<ManageData<Id>> {
    return dataOf(await this.#fetch(id, { query, signal }, { type: 'text/csv', content: file }));
  }

  async download<Id extends DownloadId>(
    id: Id,
    {
      params,
      query,
      signal,
    }: { params?: ManageParams<Id>; query?: PlainRequest['query']; signal?: AbortSignal },
  ): Promise<Blob> {
    const response = await this.#fetch(id, { params, query, signal });
    return response.ok ? response.blob() : dataOf(response);
  }

  async #send<Id extends ManageEndpointId>(id: Id, request: PlainRequest): Promise<ManageData<Id>> {
    const { body } = request;
    const content = { type: 'application/json', content: JSON.stringify(body) };
    return dataOf(await this.#fetch(id, request, body === undefined ? undefined : content));
  }

  async #fetch(
    id: ManageEndpointId,
    { params, query, signal, idempotencyKey }: PlainRequest,
    sent?: { type: string; content: string | Blob },
  ): Promise<Response> {
    const { baseUrl, token, workspaceId, fetch: send = fetch } = this.#options;
    const [method, path] = managePaths[id].split(' ') as [string, string];
    return send(`${baseUrl.replace(/\/+$/, '')}${fillPath(path, params)}${queryString(query)}`, {
      method,
      headers: {
        ...(sent && { 'content-type': sent.type }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...(workspaceId !== undefined && { 'outcrop-workspace': workspaceId }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(sent && { body: sent.content }),
      ...(signal && { signal }),
    });
  }
}

type UploadId = 'postImports';
type DownloadId = 'getExportFile' | 'getTaskFailuresFile' | 'getMessageAttachment' | 'getAuditFile';

interface PlainRequest {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
  idempotencyKey?: string;
}

export const fillPath = (path: string, params: object = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  );

export function queryString(query: Record<string, unknown> = {}): string {
  const sentEntries = Object.entries(query).filter(([, value]) => value !== undefined);
  return sentEntries.length === 0
    ? ''
    : `?${new URLSearchParams(sentEntries as [string, string][]).toString()}`;
}
