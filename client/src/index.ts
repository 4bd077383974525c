import type {
  EndpointId,
  ErrorCode,
  RequestBody,
  RequestQuery,
  ResponseData,
} from '@outcrop/contract';

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

/** An answer that is not 200. `correlationId` is what support asks for. */
export class OutcropError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly correlationId: string;
  readonly fieldErrors: Record<string, string[]>;
  /** Seconds to wait before the same call can succeed, where the server said so. */
  readonly retryAfter: number | null;

  constructor(response: Response, error: ErrorBody) {
    super(error.message);
    this.name = 'OutcropError';
    this.status = response.status;
    this.code = error.code;
    this.correlationId = error.correlationId;
    this.fieldErrors = error.fieldErrors ?? {};
    const wait = response.headers.get('retry-after');
    this.retryAfter = wait === null ? null : Number(wait);
  }
}

interface ErrorBody {
  code: ErrorCode;
  message: string;
  correlationId: string;
  fieldErrors?: Record<string, string[]>;
}

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
    const parameters = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(parameters as [string, string][]);
    return this.#send(id, parameters.length > 0 ? `?${search.toString()}` : '');
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
    const answer = (await response.json()) as
      | { ok: true; data: ResponseData<Id> }
      | { ok: false; error: ErrorBody };
    if (answer.ok) return answer.data;
    throw new OutcropError(response, answer.error);
  }
}
