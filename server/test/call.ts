import { basePath, type Endpoint, endpoints, errorStatus, errorsOf } from '@outcrop/contract';
import { expect } from 'vitest';
import { z } from 'zod';

export interface Request {
  body?: unknown;
  query?: Record<string, string>;
  headers?: Record<string, string>;
}

export interface Answer {
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

/** One exchange with a running service. An answer that the contract does not allow fails the test. */
export async function send(
  origin: string,
  token: string | null,
  method: string,
  path: string,
  { body, query, headers }: Request = {},
  extraLines: Endpoint[] = [],
): Promise<Answer> {
  const search = query ? `?${new URLSearchParams(query).toString()}` : '';
  const response = await fetch(`${origin}${basePath.ext}${path}${search}`, {
    method,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const json = (await response.json()) as { data?: unknown; error?: unknown };
  const line = [...Object.values<Endpoint>(endpoints), ...extraLines].find(
    (candidate) => candidate.method === method && candidate.path === path,
  );
  holdAgainstContract(line, response, json);
  return { status: response.status, headers: response.headers, data: json.data, error: json.error };
}

function holdAgainstContract(
  line: Endpoint | undefined,
  { status, headers }: Response,
  json: unknown,
): void {
  const correlationId = headers.get('x-correlation-id');
  expect(correlationId).toMatch(/^[0-9a-f-]{36}$/);
  if (status === 200) {
    expect(line, 'a 200 from something that is not in the contract').toBeDefined();
    z.strictObject({ ok: z.literal(true), data: line!.data }).parse(json);
    return;
  }
  const { error } = errorEnvelope.parse(json);
  expect(error.correlationId).toBe(correlationId);
  expect(status).toBe(errorStatus[error.code as keyof typeof errorStatus]);
  expect(error.message).not.toMatch(/\bat .+:\d+:\d+|select |insert /i);
  const pathLevel = [
    'method_not_allowed',
    'bad_request',
    ...(line ? [] : ['not_found', 'unauthorized', 'unavailable']),
  ];
  expect([...(line ? errorsOf(line) : []), ...pathLevel]).toContain(error.code);
}
