import { endpoints } from '@outcrop/contract';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { InputIssue } from './clean-input.ts';
import type { ApiError } from './error.ts';
import { checkInput, throwIfInvalid } from './validation.ts';

function refusal(schema: z.ZodType, value: unknown, issues: InputIssue[] = []): ApiError {
  checkInput(schema, value, issues);
  try {
    throwIfInvalid(issues);
  } catch (error) {
    return error as ApiError;
  }
  throw new Error('nothing was refused');
}

const leads = endpoints.postLeads.body;
const bulk = endpoints.postBulk.body;
const enrich = endpoints.postEnrich.body;
const id = '019c8a10-0004-7000-8000-1f6b8d3a5c72';

test('valid input is returned as parsed by its schema', () => {
  const issues: InputIssue[] = [];
  const body = checkInput(enrich, { prospectIds: [id.toUpperCase(), id] }, issues);
  expect(body).toMatchObject({ prospectIds: [id], mode: 'enrich_only' });
  expect(issues).toEqual([]);
  expect(() => throwIfInvalid(issues)).not.toThrow();
});

test('problems are listed under plain field names, and those of a row with its index [envelope.field-errors]', () => {
  const lead = { fullName: 'A', email: 'not an address' };
  const { details } = refusal(leads, { leads: [{ fullName: 'A' }, lead, {}], sourceType: 'fax' });
  expect({ ...details.fieldErrors }).toEqual({
    email: ['leads[1]: must be a valid email address'],
    leads: ['leads[2]: needs a name, a linkedinUrl or an email'],
    sourceType: [
      'must be one of extension, extension_profile, extension_search, extension_comments',
    ],
  });
});

test('issues give the path of every problem', () => {
  const { details } = refusal(leads, { leads: [{ email: 'x' }], listId: 7 });
  expect(details.issues).toEqual([
    { path: ['leads', 0, 'email'], message: 'must be a valid email address' },
    { path: ['listId'], message: 'must be a UUID' },
  ]);
});

test('all problems are reported together, including those found before validation [errors.invalid]', () => {
  const before: InputIssue[] = [
    { path: ['nothing'], message: 'is not a parameter of this endpoint' },
  ];
  const lead = { firstName: 'x'.repeat(301), email: 'x', linkedinUrl: 'x y' };
  const body = { leads: Array(5).fill(lead), listName: 5, dryRun: 'yes' };
  const { details } = refusal(leads, body, before);
  expect(Object.keys(details.fieldErrors!)).toEqual(
    expect.arrayContaining(['nothing', 'firstName', 'email', 'linkedinUrl', 'listName', 'dryRun']),
  );
  expect(details.fieldErrors!.email).toHaveLength(5);
});

test('the first 100 problems are listed, and the others are counted', () => {
  const lead = { firstName: 'x'.repeat(301), email: 'x', linkedinUrl: 'x y' };
  const { details, message } = refusal(leads, { leads: Array(100).fill(lead) });
  expect(details.issues).toHaveLength(100);
  expect(Object.values(details.fieldErrors!).flat()).toHaveLength(100);
  expect(message).toBe(
    'leads[0].firstName must be at most 300 characters long. There are 299 more problems; fieldErrors lists 100 of all 300.',
  );
});

test.each<[string, z.ZodType, unknown, string]>([
  ['a missing field', leads, {}, 'leads is required.'],
  ['no items', leads, { leads: [] }, 'leads must have at least 1 item.'],
  [
    'too many items',
    enrich,
    { prospectIds: Array(101).fill(id) },
    'prospectIds must have at most 100 items.',
  ],
  ['a wrong type', leads, { leads: 'x' }, 'leads must be an array.'],
  ['a wrong item', leads, { leads: ['x'] }, 'leads[0] must be an object.'],
  ['null as an item', leads, { leads: [null] }, 'leads[0] must be an object.'],
  [
    'text for a yes or no',
    bulk,
    { action: 'delete', prospectIds: [id], dryRun: 'yes' },
    'dryRun must be true or false.',
  ],
  [
    'a number for text',
    leads,
    { leads: [{ title: 5, email: 'a@b.example' }] },
    'leads[0].title must be a string.',
  ],
  ['no uuid', enrich, { prospectIds: [id, 'x'] }, 'prospectIds[1] must be a UUID.'],
  [
    'too long',
    enrich,
    { prospectIds: [id], customPrompt: 'x'.repeat(2_001) },
    'customPrompt must be at most 2,000 characters long.',
  ],
  [
    'none of the values',
    enrich,
    { prospectIds: [id], mode: 'magic' },
    'mode must be one of enrich_only, personalized_line.',
  ],
  [
    'what an action needs',
    bulk,
    { action: 'stage', prospectIds: [id] },
    'stage is required for the action stage.',
  ],
  [
    'two problems',
    enrich,
    { prospectIds: [], mode: 'magic' },
    'prospectIds must have at least 1 item. There is 1 more problem; fieldErrors lists them all.',
  ],
  [
    'three problems',
    enrich,
    { prospectIds: [], mode: 'magic', dryRun: 1 },
    'prospectIds must have at least 1 item. There are 2 more problems; fieldErrors lists them all.',
  ],
])('the message is readable: %s', (_, schema, value, message) => {
  expect(refusal(schema, value).message).toBe(message);
});

test.each<[string, unknown]>([
  ['"5" for a number', { prospectIds: [id], dryRun: 'true' }],
  ['1 for true', { prospectIds: [id], dryRun: 1 }],
  ['one item for a list', { prospectIds: id }],
])('values in a body are not converted: %s', (_, body) => {
  expect(refusal(enrich, body).code).toBe('validation_error');
});

test('lengths are counted in code points', () => {
  const issues: InputIssue[] = [];
  checkInput(enrich, { prospectIds: [id], customPrompt: '💡'.repeat(2_000) }, issues);
  expect(issues).toEqual([]);
  expect(refusal(enrich, { prospectIds: [id], customPrompt: '💡'.repeat(2_001) }).message).toBe(
    'customPrompt must be at most 2,000 characters long.',
  );
});

test('a field called __proto__ is listed like any other', () => {
  const { details } = refusal(leads, {}, [{ path: ['__proto__'], message: 'is odd' }]);
  expect(JSON.parse(JSON.stringify(details.fieldErrors))).toHaveProperty(['__proto__']);
});

test('a problem with the whole body is listed under body', () => {
  const { details, message } = refusal(leads, 5);
  expect(message).toBe('body must be an object.');
  expect({ ...details.fieldErrors }).toEqual({ body: ['must be an object'] });
  expect(details.issues).toEqual([{ path: ['body'], message: 'must be an object' }]);
});
