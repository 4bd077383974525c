import { allEndpoints, basePath, type Endpoint, errorStatus, errorsOf } from '@outcrop/contract';
import { Agent, fetch as undiciFetch } from 'undici';
import { expect } from 'vitest';
import { z } from 'zod';

export interface RequestOptions {
  body?: unknown;
  query?: Record<string, string>;
  headers?: Record<string, string | undefined>;
}

export interface ApiResponse {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the contract has checked it; tests read it freely.
  data: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  error: any;
}

const errorEnvelope = z.strictObject({
  ok: z.literal(false),
  error: z.strictObject({
    code: z.enum(Object.keys(errorStatus) as [string, ...string[]]),
    message: z.string().min(10),
    fieldErrors: z.record(z.string(), z.array(z.string()).min(1)).optional(),
    issues: z
      .array(z.strictObject({ path: z.array(z.union([z.string(), z.int()])), message: z.string() }))
      .optional(),
    notFound: z.array(z.uuid()).optional(),
    correlationId: z.uuid(),
  }),
});

/** A browser: signed in if it has a cookie, otherwise anonymous. */
export interface BrowserCredential {
  cookie?: string;
  workspaceId?: string;
  /** The source address: any loopback address, 127.0.0.1 by default. */
  address?: string;
}

/** A token, a browser, or no credential. */
export type RequestCredential = string | BrowserCredential | null;

/**
 * Sends a request to a running service, and fails if the response does not match the contract.
 * Paths are relative to the public API unless they start with `/api/`.
 */
export async function sendRequest(
  origin: string,
  credential: RequestCredential,
  method: string,
  path: string,
  { body, query, headers }: RequestOptions = {},
  extraEndpoints: Endpoint[] = [],
): Promise<ApiResponse> {
  const address = path.startsWith('/api/') ? path : `${basePath.ext}${path}`;
  const search = query ? `?${new URLSearchParams(query).toString()}` : '';
  const endpoint = [...allEndpoints, ...extraEndpoints].find(
    (candidate) => candidate.method === method && patternOf(candidate).test(address),
  );
  const isRaw =
    typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream;
  const response = await fetchFrom(credential, `${origin}${address}${search}`, {
    method,
    headers: {
      ...headersOf(credential, origin),
      ...(body !== undefined && {
        'content-type': endpoint?.requestFormat ? 'text/csv' : 'application/json',
      }),
      ...headers,
    },
    ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body), duplex: 'half' }),
  });
  if (endpoint?.kind === 'file' && response.status === 200) return readFile(response, endpoint);
  const json = (await response.json()) as { data?: unknown; error?: unknown };
  expectToMatchContract(endpoint, response, json);
  return { status: response.status, headers: response.headers, data: json.data, error: json.error };
}

function headersOf(credential: RequestCredential, origin: string): Record<string, string> {
  if (credential === null) return {};
  if (typeof credential === 'string') return { authorization: `Bearer ${credential}` };
  const { cookie, workspaceId } = credential;
  return {
    origin,
    ...(cookie !== undefined && { cookie }),
    ...(workspaceId !== undefined && { 'outcrop-workspace': workspaceId }),
  };
}

/** Headers that are undefined are not sent, so that a test can remove one. */
async function fetchFrom(
  credential: RequestCredential,
  url: string,
  {
    headers,
    ...request
  }: {
    method: string;
    headers: Record<string, string | undefined>;
    body?: string | Uint8Array | ReadableStream;
    duplex?: 'half';
  },
): Promise<Response> {
  const given = Object.entries(headers).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const address = typeof credential === 'object' ? credential?.address : undefined;
  if (address === undefined)
    return fetch(url, { ...(request as object), headers: Object.fromEntries(given) });
  const dispatcher = new Agent({ localAddress: address, pipelining: 0 });
  const answer = await undiciFetch(url, {
    ...(request as object),
    headers: Object.fromEntries(given),
    dispatcher,
  });
  return answer as unknown as Response;
}

/** Returns the file, including its byte order mark, as the data of the response. */
async function readFile(response: Response, { fileType }: Endpoint): Promise<ApiResponse> {
  const { status, headers } = response;
  expect(headers.get('content-type')).toBe(fileType ?? 'text/csv; charset=utf-8');
  expect(headers.get('content-security-policy')).toContain('sandbox');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+"/);
  expect(headers.get('x-correlation-id')).toMatch(/^[0-9a-f-]{36}$/);
  const data = Buffer.from(await response.arrayBuffer()).toString();
  return { status, headers, data, error: undefined };
}

// Kept, because compiling them for every request takes longer than the request.
const patterns = new WeakMap<Endpoint, RegExp>();
const envelopes = new WeakMap<Endpoint, z.ZodType>();

function patternOf(endpoint: Endpoint): RegExp {
  const { api, path } = endpoint;
  const pattern =
    patterns.get(endpoint) ??
    new RegExp(`^${basePath[api]}${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  patterns.set(endpoint, pattern);
  return pattern;
}

function envelopeOf(endpoint: Endpoint): z.ZodType {
  const envelope =
    envelopes.get(endpoint) ?? z.strictObject({ ok: z.literal(true), data: endpoint.data });
  envelopes.set(endpoint, envelope);
  return envelope;
}

function expectToMatchContract(
  endpoint: Endpoint | undefined,
  { status, headers }: Response,
  json: unknown,
): void {
  const correlationId = headers.get('x-correlation-id');
  expect(correlationId).toMatch(/^[0-9a-f-]{36}$/);
  if (status === 200) {
    expect(endpoint, 'a 200 from an endpoint that is not in the contract').toBeDefined();
    envelopeOf(endpoint!).parse(json);
    return;
  }
  const { error } = errorEnvelope.parse(json);
  expect(error.correlationId).toBe(correlationId);
  expect(status).toBe(errorStatus[error.code as keyof typeof errorStatus]);
  expect(error.message).not.toMatch(/\bat .+:\d+:\d+|select |insert /i);
  const pathLevel = [
    'method_not_allowed',
    'bad_request',
    ...(endpoint ? [] : ['not_found', 'unauthorized', 'rate_limited', 'unavailable']),
  ];
  expect([...(endpoint ? errorsOf(endpoint) : []), ...pathLevel]).toContain(error.code);
}
