import { type Endpoint, isRepeatable } from './endpoint.ts';
import { errorsOf } from './endpoints.ts';
import { type ErrorCode, errorSchema, errorStatus } from './errors.ts';
import { exampleIds } from './example-ids.ts';
import { errorExample, meaningOf } from './openapi-errors.ts';
import { fileContent, type Json, type Write } from './openapi-schemas.ts';

export const headers = {
  'X-Correlation-Id': {
    description: 'Names this request; quote it when asking for help.',
    schema: { type: 'string' },
    example: exampleIds.request,
  },
  'RateLimit-Policy': {
    description:
      'How many requests the token may make to this operation, and in how many seconds. The policy ' +
      'is called like the operation.',
    schema: { type: 'string' },
    example: '"getSession";q=120;w=60',
  },
  RateLimit: {
    description: 'How many requests are left, and in how many seconds there are more.',
    schema: { type: 'string' },
    example: '"getSession";r=119;t=60',
  },
  'Retry-After': {
    description: 'Seconds to wait before trying again.',
    schema: { type: 'integer', minimum: 1 },
    example: 12,
  },
  'WWW-Authenticate': {
    description: 'How to come in: with a token.',
    schema: { type: 'string', const: 'Bearer' },
    example: 'Bearer',
  },
  'Idempotency-Replayed': {
    description: 'Present when this answer repeats that of an earlier request with the same key.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
};

const fileName = {
  description: 'A name under which the file can be kept.',
  schema: { type: 'string' },
  example: 'attachment; filename="prospects-2026-03-05.csv"',
};

/** All answers of a line by status: its data, then its errors. */
export const answersOf = (line: Endpoint, write: Write): Json => ({
  200: {
    description: 'Success.',
    headers: {
      ...headerRefs([
        'X-Correlation-Id',
        'RateLimit-Policy',
        'RateLimit',
        ...(isRepeatable(line) ? (['Idempotency-Replayed'] as const) : []),
      ]),
      ...(line.gives && { 'Content-Disposition': fileName }),
    },
    content: line.gives ? fileContent(line) : dataContent(line, write),
  },
  ...Object.fromEntries(
    Object.entries(Object.groupBy(errorsOf(line), (code) => errorStatus[code])).map(
      ([status, codes]) => [status, refusal(line, codes, write)],
    ),
  ),
});

const dataContent = (line: Endpoint, write: Write): Json => ({
  'application/json': {
    schema: {
      type: 'object',
      properties: { ok: { type: 'boolean', const: true }, data: write(line.data, 'output') },
      required: ['ok', 'data'],
    },
    examples: Object.fromEntries(
      line.examples.map(({ summary, data }, index) => [
        `example${index + 1}`,
        { summary, value: { ok: true, data } },
      ]),
    ),
  },
});

const refusal = (line: Endpoint, codes: ErrorCode[], write: Write): Json => ({
  description: codes.map((code) => `\`${code}\`: ${meaningOf(line, code)}`).join('\n\n'),
  headers: headerRefs([
    'X-Correlation-Id',
    ...(codes.includes('unauthorized')
      ? (['WWW-Authenticate'] as const)
      : (['RateLimit-Policy', 'RateLimit'] as const)),
    ...(codes.some(asksToWait) ? (['Retry-After'] as const) : []),
  ]),
  content: {
    'application/json': {
      schema: write(errorSchema, 'output'),
      examples: Object.fromEntries(
        codes.map((code) => [code, { value: errorExample(line, code) }]),
      ),
    },
  },
});

const asksToWait = (code: ErrorCode) =>
  ['rate_limited', 'unavailable', 'idempotency_in_progress'].includes(code);

const headerRefs = (names: (keyof typeof headers)[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
