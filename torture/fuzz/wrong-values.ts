import { refTargets } from './document.ts';
import { hostileTexts, textOfLength } from './hostile-text.ts';
import { type JsonTree, RawJson } from './json-tree.ts';
import { matchingValue, randomUuid, type ValueContext } from './matching-value.ts';
import type { Random } from './random.ts';
import type { RequestSchema } from './schema.ts';
import type { Tenant } from './tenants.ts';

export interface WrongValue {
  story: string;
  value: JsonTree;
  isForeign?: boolean;
  /** Has exactly the maximum length, so it must not be rejected as too long. */
  fits?: boolean;
}

export interface WrongValueContext extends ValueContext {
  /** Workspaces whose ids must be rejected. */
  otherTenants: Tenant[];
}

const deeplyNested = (open: string, close: string, middle = '') =>
  new RawJson(open.repeat(100_000) + middle + close.repeat(100_000));

const valuesOfAnyType: JsonTree[] = [
  null,
  '',
  ' ',
  0,
  -1,
  1.5,
  true,
  false,
  'x',
  [],
  {},
  [[]],
  [null],
  { a: 1 },
];
const extremeValues: [string, () => JsonTree][] = [
  ['1e400', () => new RawJson('1e400')],
  ['-0', () => new RawJson('-0')],
  ['a number beyond 2^53', () => new RawJson('9007199254740993')],
  ['100,000 nested arrays', () => deeplyNested('[', ']')],
  ['100,000 nested objects', () => deeplyNested('{"a":', '}', '1')],
  ['duplicate keys', () => new RawJson('{"a":1,"a":2,"a":[]}')],
  [
    'a __proto__ of its own',
    () => new RawJson('{"__proto__":{"isAdmin":true},"constructor":{"prototype":1}}'),
  ],
];

/** A value that is invalid, or at the limit. */
export function wrongValueFor(
  schema: RequestSchema,
  name: string,
  context: WrongValueContext,
): WrongValue {
  const { random } = context;
  if (random.chance(0.03)) {
    const [story, make] = random.pick(extremeValues);
    return { story, value: make() };
  }
  if (random.chance(0.2)) {
    const value = random.pick(valuesOfAnyType);
    return { story: `is ${JSON.stringify(value)}`, value };
  }
  switch (schema.type) {
    case 'array':
      return wrongArray(schema, name, context);
    case 'integer':
    case 'number':
      return wrongNumber(schema, random);
    case 'boolean':
      return {
        story: 'is nearly a boolean',
        value: random.pick(['TRUE', 'yes', '1', 1, 0, 'true ', 'on']),
      };
    case 'object':
      return { story: 'is a text instead of an object', value: JSON.stringify({}) };
    default:
      return schema.format === 'uuid' ? wrongId(schema, context) : wrongText(schema, random);
  }
}

function wrongText(
  { maxLength = 300, minLength = 0, ...schema }: RequestSchema,
  random: Random,
): WrongValue {
  if (schema.enum && random.chance(0.7)) {
    const value = random.pick(schema.enum);
    const near = random.pick([
      value.toUpperCase(),
      `${value}s`,
      value.slice(1),
      `\0${value}`,
      `${value}\n`,
    ]);
    return { story: 'is nearly one of its values', value: near };
  }
  if (isTime(schema) && random.chance(0.7))
    return { story: 'is an invalid time', value: random.pick(invalidTimes) };
  return random.weigh<() => WrongValue>([
    [6, () => ({ story: 'is hostile', value: random.pick(hostileTexts) })],
    [2, () => textOfMaxLength(maxLength, random)],
    [2, () => ({ story: 'is one character too long', value: textOfLength(maxLength + 1, random) })],
    [1, () => ({ story: 'is all words', value: 'a b '.repeat(maxLength / 4).trim() })],
    [1, () => ({ story: 'is far too long', value: textOfLength(maxLength * 20, random) })],
    [minLength, () => ({ story: 'is too short', value: 'a'.repeat(minLength - 1) })],
  ])();
}

/** The length counts after normalization, where text may grow. */
function textOfMaxLength(length: number, random: Random): WrongValue {
  const value = textOfLength(length, random);
  const isTooMarked = /\p{M}{31}/u.test(value);
  const fits = !isTooMarked && [...value.normalize('NFC')].length === length;
  return { story: `has exactly ${length} characters`, value, fits };
}

const isTime = ({ format, anyOf = [] }: RequestSchema): boolean =>
  /^date/.test(format ?? '') || anyOf.some(isTime);

const invalidTimes = [
  '2026-02-30',
  '2026-13-01',
  '2025-02-29',
  '0000-00-00',
  '10000-01-01',
  '-000001-01-01',
  '2026-1-1',
  '20260101',
  '2026-01-01T00:00:00',
  '2026-01-01T24:00:00Z',
  '2026-01-01T23:59:60Z',
  '2026-01-01T00:00:00+24:00',
  '2026-01-01 00:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999-12:00',
  '1767225600',
  'now',
  'infinity',
];

function wrongId(
  schema: RequestSchema,
  { random, tenant, otherTenants }: WrongValueContext,
): WrongValue {
  const referent = schema['x-ref'] ?? 'prospect';
  // An unknown id is only wrong where it refers to something.
  const isForeign = schema['x-ref'] !== undefined;
  // Revoked tokens still exist, so that their actions can be looked up.
  const isMissing = isForeign && referent !== 'token';
  const own = tenant.memory.idOf(referent, random) ?? randomUuid(random);
  const foreign = random.pick(otherTenants).memory.idOf(referent, random) ?? randomUuid(random);
  const deleted = tenant.memory.deletedIdOf(referent, random) ?? randomUuid(random);
  const otherKind = tenant.memory.idOf(random.pick(refTargets), random) ?? randomUuid(random);
  return random.weigh<WrongValue>([
    [6, { story: `is a ${referent} of another workspace`, value: foreign, isForeign }],
    [3, { story: `is a ${referent} that was deleted`, value: deleted, isForeign: isMissing }],
    [2, { story: 'is an unknown id', value: randomUuid(random), isForeign }],
    [2, { story: 'is perhaps an id of something else', value: otherKind }],
    [1, { story: 'is an id in capitals', value: own.toUpperCase() }],
    [4, { story: 'is a malformed id', value: random.pick(malformedIds)(own) }],
  ]);
}

const malformedIds: ((id: string) => string)[] = [
  (id) => id.slice(0, -1),
  (id) => `${id}0`,
  (id) => id.replaceAll('-', ''),
  (id) => `{${id}}`,
  (id) => `urn:uuid:${id}`,
  (id) => `${id}\n`,
  (id) => id.replace(/.$/, 'g'),
  (id) => `${id}' or true --`,
  () => '00000000-0000-0000-0000-000000000000',
  () => 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  () => 'null',
  () => '*',
];

function wrongArray(schema: RequestSchema, name: string, context: WrongValueContext): WrongValue {
  const { random } = context;
  const { minItems = 0, maxItems = 100 } = schema;
  const of = (length: number): JsonTree => {
    const item = matchingValue(schema.items ?? {}, name.replace(/s$/, ''), context);
    return Array.from({ length }, () => item);
  };
  return random.weigh<() => WrongValue>([
    [
      2,
      () => ({
        story: `has exactly ${maxItems} items, all the same`,
        value: of(maxItems),
        fits: true,
      }),
    ],
    [2, () => ({ story: 'has one item too many', value: of(maxItems + 1) })],
    [2, () => ({ story: 'has too few items', value: of(Math.max(0, minItems - 1)) })],
    [1, () => ({ story: 'has 20,000 items', value: Array.from({ length: 20_000 }, () => 0) })],
    [1, () => ({ story: 'is an object with numbers for names', value: { 0: of(1), length: 1 } })],
    [1, () => ({ story: 'has a null among its items', value: [...(of(2) as JsonTree[]), null] })],
  ])();
}

function wrongNumber({ minimum = 0, maximum = 1_000 }: RequestSchema, random: Random): WrongValue {
  const value = random.pick<JsonTree>([
    minimum - 1,
    minimum,
    maximum,
    maximum + 1,
    -1,
    0,
    1.5,
    1e18,
    '1e18',
    '1e2',
    '0x10',
    '+1',
    ' 1',
    '01',
    '１',
    new RawJson('1e400'),
  ]);
  return { story: 'is a number at or over the edge', value };
}
