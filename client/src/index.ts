import type { EndpointId, RequestBody, RequestQuery, ResponseData } from '@outcrop/contract';
import { dataOf } from './answer.ts';
import { searchOf } from './manage.ts';

export { OutcropError, repeatAfter } from './answer.ts';
export {
  Manage,
  type ManageArguments,
  type ManageOptions,
  type ManageRequest,
} from './manage.ts';
export {
  verifyWebhook,
  WebhookError,
  type WebhookErrorReason,
  type WebhookEvent,
  type WebhookMessage,
} from './webhooks.ts';

/** Where each call goes. A test holds this against the contract. */
export const paths = {
  getSession: 'GET /session',
  postLeads: 'POST /leads',
  getCampaigns: 'GET /campaigns',
  postCampaigns: 'POST /campaigns',
  postEnrich: 'POST /enrich',
  postBulk: 'POST /bulk',
  getProspects: 'GET /prospects',
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

export class Outcrop {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  read<Id extends Reads>(
    id: Id,
    query: RequestQuery<Id> = {} as RequestQuery<Id>,
  ): Promise<ResponseData<Id>> {
    return this.#send(id, searchOf(query));
  }

  /** With an `idempotencyKey` the same call can be repeated safely for 24 hours. */
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
    { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
  ): Promise<ResponseData<Id>> {
    const [method, path] = paths[id].split(' ') as [string, string];
    const { baseUrl, token, fetch: send = fetch } = this.#options;
    const response = await send(`${baseUrl.replace(/\/+$/, '')}${path}${search}`, {
      method,
      headers: { ...headers, authorization: `Bearer ${token}` },
      ...(body !== undefined && { body }),
    });
    return dataOf(response);
  }
}
