import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { problems } from '../test/problems.ts';
import type { ApiName } from './endpoint.ts';
import { allEndpoints } from './endpoints.ts';
import { errorSchema } from './errors.ts';
import { eventKinds } from './events.ts';
import { openApiDocument } from './openapi.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test walks the document freely
type Loose = any;
const files: Record<ApiName, string> = {
  ext: 'openapi.json',
  manage: 'openapi-manage.json',
  connect: 'openapi-connect.json',
};
const publicDocument: Loose = openApiDocument();
function* nodesOf(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const inner of Object.values(value)) yield* nodesOf(inner);
}

describe.each(['ext', 'manage', 'connect'] as const)('the document of %s', (api) => {
  const apiEndpoints = allEndpoints.filter((endpoint) => endpoint.api === api);
  const document: Loose = openApiDocument(api);
  const operations: Loose[] = Object.values(document.paths as Loose).flatMap((path: Loose) =>
    Object.values(path),
  );

  const targetOf = (pointer: string): unknown =>
    pointer
      .slice(2)
      .split('/')
      .reduce<Loose>((node, step) => node?.[step], document);

  test('the document on disk is up to date', () => {
    const file = new URL(`../${files[api]}`, import.meta.url);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(document)));
  });

  test('every endpoint is an operation under its own id', () => {
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
      apiEndpoints.map(({ id }) => id).sort(),
    );
  });

  test('every $ref resolves', () => {
    const pointers = [...nodesOf(document)].flatMap(({ $ref }) =>
      $ref === undefined ? [] : [$ref],
    );
    expect(pointers.length).toBeGreaterThan(operations.length);
    for (const pointer of new Set(pointers)) {
      expect(pointer).toMatch(/^#\/components\//);
      expect(targetOf(pointer as string), pointer as string).toBeDefined();
    }
  });

  test('no object schema is closed, so that fields can be added', () => {
    const closed = [...nodesOf(document)].filter((node) => node.additionalProperties === false);
    expect(closed).toEqual([]);
  });

  const endpointOf = (operation: Loose) =>
    apiEndpoints.find(({ id }) => id === operation.operationId)!;

  test('every operation returns data in the envelope, or a file', () => {
    for (const { operationId, responses } of operations) {
      const { 200: success } = responses;
      const { kind, fileType } = endpointOf({ operationId });
      if (kind === 'file') {
        expect(Object.keys(success.content), operationId).toEqual([fileType ?? 'text/csv']);
        expect(success.headers, operationId).toHaveProperty('Content-Disposition');
      } else {
        const { schema } = success.content['application/json'];
        expect(schema.required, operationId).toEqual(['ok', 'data']);
        expect(schema.properties.ok.const, operationId).toBe(true);
        expect(schema.properties.data.type, operationId).toBe('object');
      }
    }
  });

  test('every operation returns errors in the envelope, with an example of each', () => {
    const examplesOfErrors = new Map<string, unknown>();
    for (const { operationId, responses } of operations) {
      const { 200: _, ...errors } = responses;
      const isOpen = endpointOf({ operationId }).access === 'anyone';
      const always = ['422', '429', '500', '503', ...(isOpen ? [] : ['401'])];
      expect(Object.keys(errors), operationId).toEqual(expect.arrayContaining(always));
      for (const { content } of Object.values<Loose>(errors)) {
        const { schema, examples } = content['application/json'];
        expect(schema, operationId).toEqual({ $ref: '#/components/schemas/Error' });
        for (const { value } of Object.values<Loose>(examples))
          examplesOfErrors.set(JSON.stringify(value), value);
      }
    }
    for (const [text, value] of examplesOfErrors)
      expect([text, ...problems(errorSchema, value)]).toEqual([text]);
  });

  test('every operation documents the headers of each response', () => {
    for (const { operationId, responses } of operations) {
      for (const response of Object.values<Loose>(responses))
        expect(response.headers, operationId).toHaveProperty('X-Correlation-Id');
      expect(responses[200].headers, operationId).toHaveProperty('RateLimit');
      expect(responses[401]?.headers ?? {}, operationId).not.toHaveProperty('RateLimit');
      expect(responses[429].headers, operationId).toHaveProperty('Retry-After');
      expect(responses[503].headers, operationId).toHaveProperty('Retry-After');
      expect(responses[422].headers, operationId).not.toHaveProperty('Retry-After');
    }
  });

  test('every operation accepts a body and an Idempotency-Key only if it writes', () => {
    for (const operation of operations) {
      const { operationId, parameters, responses } = operation;
      const writes = /^(post|patch|put)/.test(operationId);
      const isIdempotent = writes && endpointOf(operation).kind !== 'account';
      const names = parameters.map(({ name }: Loose) => name);
      expect([
        operationId,
        names.includes('Idempotency-Key'),
        'requestBody' in operation,
        'Idempotency-Replayed' in responses[200].headers,
      ]).toEqual([operationId, isIdempotent, writes, isIdempotent]);
    }
  });

  test('every parameter has a description and an example', () => {
    const webhooks = Object.values<Loose>(document.webhooks ?? {}).map(({ post }) => post);
    for (const { operationId, parameters } of [...operations, ...webhooks])
      for (const { name, description, example, examples = {} } of parameters) {
        expect(description, `${operationId} ${name}`).toMatch(/\.$/);
        const [first] = Object.values<Loose>(examples);
        expect(example ?? first?.value, `${operationId} ${name}`).toBeDefined();
      }
  });

  test('every request, response and error has an example', () => {
    const contents = [...nodesOf(document)].flatMap(({ content }: Loose) => content ?? []);
    expect(contents.length).toBeGreaterThan(5 * operations.length);
    for (const { example, examples = {} } of contents.flatMap(Object.values<Loose>))
      expect(example ?? Object.values<Loose>(examples)[0]?.value).toBeDefined();
  });

  test('every operation has one topic', () => {
    const names = document.tags.map(({ name }: Loose) => name);
    for (const { operationId, tags } of operations) {
      expect(tags, operationId).toHaveLength(1);
      expect(names).toContain(tags[0]);
    }
  });

  test('role and rate limit are part of each operation', () => {
    for (const operation of operations) {
      const { role, perMinute } = endpointOf(operation);
      expect(operation['x-role']).toBe(role);
      expect(operation['x-rate-limit-per-minute']).toBe(perMinute);
    }
  });

  test('every example matches its schema', () => {
    const cases: { schema: Loose; value: Loose }[] = [];
    for (const { schema, example, examples = {} } of nodesOf(document) as Iterable<Loose>) {
      if (schema === undefined) continue;
      for (const { value } of Object.values<Loose>(examples)) cases.push({ schema, value });
      if (example !== undefined) cases.push({ schema, value: example });
    }
    expect(cases.length).toBeGreaterThan(5 * operations.length);
    // One schema for all cases, because the definitions are converted anew for every schema.
    const all = JSON.stringify({
      $defs: document.components.schemas,
      type: 'object',
      properties: Object.fromEntries(cases.map(({ schema }, index) => [`${index}`, schema])),
    });
    const reader = z.fromJSONSchema(
      JSON.parse(all.replaceAll('#/components/schemas/', '#/$defs/')),
    );
    const values = Object.fromEntries(cases.map(({ value }, index) => [`${index}`, value]));
    expect(
      problems(reader, values).map((path) => [path, cases[Number.parseInt(path, 10)]?.value]),
    ).toEqual([]);
    const [first] = cases;
    const broken = { ...values, 0: [first!.value] };
    expect(problems(reader, broken)).not.toEqual([]);
  });
});

test('query parameters have their parsed types', () => {
  const types = Object.fromEntries(
    publicDocument.paths['/prospects'].get.parameters.map(({ name, schema }: Loose) => [
      name,
      schema,
    ]),
  );
  expect(types.page).toEqual({ type: 'integer', minimum: 1, maximum: 2_147_483_647 });
  expect(types.hasEmail).toEqual({ type: 'boolean' });
  expect(types.createdFrom.anyOf).toEqual([{ format: 'date' }, { format: 'date-time' }]);
  expect(types.campaignId).toEqual({ type: 'string', format: 'uuid', 'x-ref': 'campaign' });
  expect(types.listId).toEqual({
    type: 'array',
    items: { type: 'string', format: 'uuid', 'x-ref': 'list' },
    minItems: 1,
    maxItems: 50,
    'x-ref': 'list',
  });
});

test('every kind of event is a webhook', () => {
  expect(Object.keys(publicDocument.webhooks)).toEqual(eventKinds);
});
