import { acceptsIdempotencyKey, type Endpoint } from './endpoint.ts';
import { errorsOf } from './endpoints.ts';
import { type ErrorCode, errorSchema, errorStatus } from './errors.ts';
import { exampleIds } from './example-ids.ts';
import { errorExample, meaningOf } from './openapi-errors.ts';
import { fileContent, type JsonObject, type WriteSchema } from './openapi-schemas.ts';

export const responseHeaders = {
  'X-Correlation-Id': {
    description: 'Identifies this request. Quote it when you contact support.',
    schema: { type: 'string' },
    example: exampleIds.request,
  },
  'RateLimit-Policy': {
    description:
      'Request limit of this operation and its window in seconds. The policy is named after ' +
      'the operation.',
    schema: { type: 'string' },
    example: '"getSession";q=120;w=60',
  },
  RateLimit: {
    description: 'Requests left, and seconds until more are available.',
    schema: { type: 'string' },
    example: '"getSession";r=119;t=60',
  },
  'Retry-After': {
    description: 'Seconds to wait before retrying.',
    schema: { type: 'integer', minimum: 1 },
    example: 12,
  },
  'WWW-Authenticate': {
    description: 'The authentication scheme: a bearer token.',
    schema: { type: 'string', const: 'Bearer' },
    example: 'Bearer',
  },
  'Idempotency-Replayed': {
    description: 'Present if this response is a replay of an earlier request with the same key.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
};

const fileName = {
  description: 'The suggested file name.',
  schema: { type: 'string' },
  example: 'attachment; filename="prospects-2026-03-05.csv"',
};

export const responsesOf = (endpoint: Endpoint, write: WriteSchema): JsonObject => ({
  200: {
    description: 'Success.',
    headers: {
      ...headerRefs([
        'X-Correlation-Id',
        'RateLimit-Policy',
        'RateLimit',
        ...(acceptsIdempotencyKey(endpoint) ? (['Idempotency-Replayed'] as const) : []),
      ]),
      ...(endpoint.kind === 'file' && { 'Content-Disposition': fileName }),
    },
    content: endpoint.kind === 'file' ? fileContent(endpoint) : dataContent(endpoint, write),
  },
  ...Object.fromEntries(
    codesByStatus(endpoint).map(([status, codes]) => [
      status,
      errorResponse(endpoint, codes, write),
    ]),
  ),
});

/** Without `Object.groupBy`, which Node 20 does not have. */
const codesByStatus = (endpoint: Endpoint): [number, ErrorCode[]][] => {
  const codes = errorsOf(endpoint);
  const statuses = new Set(codes.map((code) => errorStatus[code]));
  return [...statuses].map((status) => [
    status,
    codes.filter((code) => errorStatus[code] === status),
  ]);
};

const dataContent = (endpoint: Endpoint, write: WriteSchema): JsonObject => ({
  'application/json': {
    schema: {
      type: 'object',
      properties: { ok: { type: 'boolean', const: true }, data: write(endpoint.data, 'output') },
      required: ['ok', 'data'],
    },
    examples: Object.fromEntries(
      endpoint.examples.map(({ summary, data }, index) => [
        `example${index + 1}`,
        { summary, value: { ok: true, data } },
      ]),
    ),
  },
});

const errorResponse = (endpoint: Endpoint, codes: ErrorCode[], write: WriteSchema): JsonObject => ({
  description: codes.map((code) => `\`${code}\`: ${meaningOf(endpoint, code)}`).join('\n\n'),
  headers: headerRefs([
    'X-Correlation-Id',
    ...(codes.includes('unauthorized')
      ? (['WWW-Authenticate'] as const)
      : (['RateLimit-Policy', 'RateLimit'] as const)),
    ...(codes.some(hasRetryAfter) ? (['Retry-After'] as const) : []),
  ]),
  content: {
    'application/json': {
      schema: write(errorSchema, 'output'),
      examples: Object.fromEntries(
        codes.map((code) => [code, { value: errorExample(endpoint, code) }]),
      ),
    },
  },
});

const hasRetryAfter = (code: ErrorCode) =>
  ['rate_limited', 'unavailable', 'idempotency_in_progress'].includes(code);

const headerRefs = (names: (keyof typeof responseHeaders)[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
