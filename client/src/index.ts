import type {
  EndpointId,
  RequestBody,
  RequestParams,
  RequestQuery,
  ResponseData,
} from '@outcrop/contract';
import { type EmptyObject, fillPath, queryString } from './manage.ts';
import { dataOf } from './response.ts';

export {
  Manage,
  type ManageArguments,
  type ManageOptions,
  type ManageRequest,
} from './manage.ts';
export { dataOf, OutcropError, retryDelayMs } from './response.ts';
export {
  verifyWebhook,
  WebhookError,
  type WebhookErrorReason,
  type WebhookEvent,
  type WebhookMessage,
} from './webhooks.ts';

/** Method and path of each endpoint. A test compares it with the contract. */
export const paths = {
  getSession: 'GET /session',
  postLeads: 'POST /leads',
  getCampaigns: 'GET /campaigns',
  postCampaigns: 'POST /campaigns',
  postEnrich: 'POST /enrich',
  getEnrich: 'GET /enrich/{jobId}',
  postBulk: 'POST /bulk',
  getProspects: 'GET /prospects',
  getProspect: 'GET /prospects/{prospectId}',
  getBoards: 'GET /boards',
  getInbox: 'GET /inbox',
} as const satisfies Record<EndpointId, string>;

export interface ClientOptions {
  /** Ends in `/api/v1/ext`. */
  baseUrl: string;
  token: string;
  fetch?: typeof fetch;
}

type Reads = {
  [Id in EndpointId]: (typeof paths)[Id] extends `GET ${string}` ? Id : never;
}[EndpointId];
type Writes = Exclude<EndpointId, Reads>;

type ReadArguments<Id extends Reads> =
  EmptyObject extends RequestParams<Id>
    ? [query?: RequestQuery<Id>, params?: undefined]
    : [query: RequestQuery<Id>, params: RequestParams<Id>];

export class Outcrop {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** `params` are the path parameters, required if the path has any. */
  read<Id extends Reads>(id: Id, ...[query, params]: ReadArguments<Id>): Promise<ResponseData<Id>> {
    return this.#send(id, queryString(query), { params });
  }

  /** With an `idempotencyKey`, the same call can be repeated safely for 24 hours. */
  write<Id extends Writes>(
    id: Id,
    body: RequestBody<Id>,
    { idempotencyKey }: { idempotencyKey?: string } = {},
  ): Promise<ResponseData<Id>> {
    const headers = {
      'content-type': 'application/json',
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    };
    return this.#send(id, '', { headers, body: JSON.stringify(body) });
  }

  async #send<Id extends EndpointId>(
    id: Id,
    search: string,
    {
      headers = {},
      body,
      params,
    }: { headers?: Record<string, string>; body?: string; params?: object | undefined } = {},
  ): Promise<ResponseData<Id>> {
    const [method, path] = paths[id].split(' ') as [string, string];
    const { baseUrl, token, fetch: send = fetch } = this.#options;
    const address = `${baseUrl.replace(/\/+$/, '')}${fillPath(path, params)}${search}`;
    const response = await send(address, {
      method,
      headers: { ...headers, authorization: `Bearer ${token}` },
      ...(body !== undefined && { body }),
    });
    return dataOf(response);
  }
}
