import { expect, test } from 'vitest';
import { type Schema, schemaLosses } from './schema-losses.ts';

const losses = (direction: 'request' | 'response', old: Schema, now: Schema): string[] =>
  schemaLosses(old, now, 'x', { direction, before: {}, after: {} });

const text = { type: 'string' };
const record = (value: Schema): Schema => ({ type: 'object', additionalProperties: value });
const fields = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
});

// A change that one direction rejects is usually fine in the other: null stands for "accepted".
const changes: [Schema, Schema, request: string | null, response: string | null][] = [
  [text, { type: 'boolean' }, 'x no longer accepts string', 'x is no longer string'],
  [text, { type: ['string', 'null'] }, null, 'x can now be null'],
  [{ anyOf: [text, { type: 'null' }] }, text, 'x no longer accepts null', null],
  [{ anyOf: [text, { type: 'null' }] }, { type: ['null', 'string'] }, null, null],
  [
    { anyOf: [text, { type: 'null' }] },
    { type: 'null' },
    'x no longer accepts string',
    'x is no longer string',
  ],
  [{ type: 'integer' }, { type: 'number' }, null, 'x changed its type from "integer" to "number"'],
  [{ type: 'number' }, { type: 'integer' }, 'x changed its type from "number" to "integer"', null],
  [{}, text, 'x changed its type from none to "string"', null],
  [text, {}, null, 'x changed its type from "string" to none'],
  [text, { ...text, format: 'uuid' }, 'x changed its format from none to "uuid"', null],
  [{ ...text, format: 'uuid' }, text, null, 'x changed its format from "uuid" to none'],
  [text, { ...text, pattern: '^a' }, 'x changed its pattern from none to "^a"', null],
  [text, { ...text, enum: ['a'] }, 'x now accepts only "a"', null],
  [{ ...text, enum: ['a'] }, text, null, null],
  [{ ...text, enum: ['a'] }, { ...text, enum: ['b', 'a'] }, null, null],
  [
    { ...text, enum: ['a', 'b'] },
    { ...text, const: 'a' },
    'x no longer accepts "b"',
    'x no longer has the value "b"',
  ],
  [text, { ...text, maxLength: 5 }, 'x changed its maxLength from none to 5', null],
  [
    { ...text, minLength: 1 },
    { ...text, minLength: 2 },
    'x changed its minLength from 1 to 2',
    null,
  ],
  [{ ...text, maxLength: 5 }, { ...text, maxLength: 6 }, null, null],
  [
    { ...text, default: 'a' },
    { ...text, default: 'b' },
    'x changed its default from "a" to "b"',
    null,
  ],
  [
    { type: 'array', items: text },
    { type: 'array', items: { type: 'boolean' } },
    'x[] no longer accepts string',
    'x[] is no longer string',
  ],
  [record(text), record({ type: ['string', 'null'] }), null, 'x.* can now be null'],
  [
    { type: 'object', propertyNames: { enum: ['a'] } },
    { type: 'object', propertyNames: { enum: ['b'] } },
    'x (names) no longer accepts "a"',
    'x (names) no longer has the value "a"',
  ],
  [fields({ a: text }), fields({}), 'x.a was removed', 'x.a was removed'],
  [fields({}), fields({ a: text }), null, null],
  [fields({}), fields({ a: text }, ['a']), 'x.a is now required', null],
  [fields({ a: text }, ['a']), fields({ a: text }), null, 'x.a can now be missing'],
];

test.each(changes)('%j may become %j: request %s, response %s', (old, now, request, response) => {
  expect(losses('request', old, now)).toEqual(request === null ? [] : [request]);
  expect(losses('response', old, now).slice(0, 1)).toEqual(response === null ? [] : [response]);
});

test('references are followed, each in its own document', () => {
  const reference = { $ref: '#/components/schemas/Name' };
  const by = {
    direction: 'request',
    before: { Name: text },
    after: { Name: { ...text, maxLength: 3 } },
  } as const;
  expect(schemaLosses(reference, reference, 'x', by)).toEqual([
    'x changed its maxLength from none to 3',
  ]);
  expect(() => schemaLosses(reference, text, 'x', { ...by, before: {} })).toThrow(
    'Unknown reference',
  );
});
