import {
  allEndpoints,
  basePath,
  type Endpoint,
  type ErrorCode,
  errorSchema,
  errorStatus,
  type ManageData,
  type ManageEndpointId,
  manageEndpoints,
  type Role,
} from '@outcrop/contract';
import { vi } from 'vitest';
import { exampleIds } from '../../../contract/src/example-ids.ts';

export { exampleIds };

export interface ApiRequest {
  id: ManageEndpointId;
  params: Record<string, string>;
  query: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: the contract has checked it; tests read it freely.
  body: any;
}

/** A `Response` is not checked, for answers that the service never gives. */
type Answer<Data> = Data | Refusal | Response | Promise<Data | Refusal | Response>;

/** What an endpoint returns, or a function of the request. */
export type Answers = {
  [Id in ManageEndpointId]?:
    | Answer<ManageData<Id>>
    | ((request: ApiRequest) => Answer<ManageData<Id>>);
};

/** An error of the API. */
export class Refusal {
  readonly error;
  readonly headers;
  constructor(
    code: ErrorCode,
    message: string,
    more: { fieldErrors?: Record<string, string[]> } = {},
    headers: Record<string, string> = {},
  ) {
    this.error = { code, message, correlationId: exampleIds.request, ...more };
    this.headers = headers;
  }
}

/** The example of the contract. */
export const exampleOf = <Id extends ManageEndpointId>(id: Id): ManageData<Id> =>
  structuredClone(manageEndpoints[id].examples[0].data) as ManageData<Id>;

export const me = (role: Role): ManageData<'getMe'> => {
  const { workspaces, ...rest } = exampleOf('getMe');
  return { ...rest, workspaces: workspaces.map((workspace) => ({ ...workspace, role })) };
};

const paths = allEndpoints.map((endpoint: Endpoint) => ({
  id: endpoint.id as ManageEndpointId,
  endpoint,
  pattern: new RegExp(
    `^${basePath[endpoint.api]}${endpoint.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`,
  ),
}));
// A path without parameters comes before one with them.
paths.sort((a, b) => a.endpoint.path.split('{').length - b.endpoint.path.split('{').length);

/**
 * Answers the requests of the page with what the test gives, or else with the examples of the contract.
 * The contract's schemas check every request and every answer.
 */
export function serveApi(answers: Answers): ApiRequest[] {
  const requests: ApiRequest[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (!navigator.onLine) throw new TypeError('Failed to fetch');
    const url = new URL(address, location.origin);
    const { id, endpoint, params } = findEndpoint(init.method ?? 'GET', url.pathname);
    const query = Object.fromEntries(url.searchParams);
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : (init.body ?? null);
    requests.push({ id, params, query, body });
    const given: unknown = id in answers ? answers[id] : structuredClone(endpoint.examples[0].data);
    const answer = await (typeof given === 'function' ? given(requests.at(-1)) : given);
    init.signal?.throwIfAborted();
    if (answer instanceof Response) return answer;
    if (answer instanceof Refusal) {
      const { error, headers } = answer;
      errorSchema.parse({ ok: false, error });
      return json({ ok: false, error }, errorStatus[error.code], headers);
    }
    endpoint.query.strict().parse(query);
    if (endpoint.body) endpoint.body.parse(body);
    return json({ ok: true, data: endpoint.data.parse(answer) }, 200);
  });
  return requests;
}

function findEndpoint(method: string, path: string) {
  for (const { id, endpoint, pattern } of paths) {
    const match = endpoint.method === method && pattern.exec(path);
    if (match) return { id, endpoint, params: { ...match.groups } };
  }
  throw new Error(`The contract has no endpoint ${method} ${path}`);
}

const json = (body: object, status: number, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
