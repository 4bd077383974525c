import { Raw, type Tree } from './attempt.ts';
import type { Dice } from './dice.ts';
import { referents } from './document.ts';
import { fitting, type Maker, uuid } from './fitting.ts';
import { filled, hostileTexts } from './hostile-text.ts';
import type { Schema } from './schema.ts';
import type { Tenant } from './tenants.ts';

export interface Wrong {
  story: string;
  value: Tree;
  isForeign?: boolean;
  /** It is exactly as long as allowed, and so must not be called too long. */
  fits?: boolean;
}

export interface Adversary extends Maker {
  /** Workspaces whose ids do not fit. */
  strangers: Tenant[];
}

const deep = (open: string, close: string, middle = '') =>
  new Raw(open.repeat(100_000) + middle + close.repeat(100_000));

const ofAnyType: Tree[] = [
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
const monsters: [string, () => Tree][] = [
  ['1e400', () => new Raw('1e400')],
  ['-0', () => new Raw('-0')],
  ['a number beyond 2^53', () => new Raw('9007199254740993')],
  ['100,000 arrays in each other', () => deep('[', ']')],
  ['100,000 objects in each other', () => deep('{"a":', '}', '1')],
  ['duplicate keys', () => new Raw('{"a":1,"a":2,"a":[]}')],
  [
    'a __proto__ of its own',
    () => new Raw('{"__proto__":{"isAdmin":true},"constructor":{"prototype":1}}'),
  ],
];

/** A value that this place should not take, or only just does. */
export function wrongFor(schema: Schema, name: string, adversary: Adversary): Wrong {
  const { dice } = adversary;
  if (dice.chance(0.03)) {
    const [story, make] = dice.pick(monsters);
    return { story, value: make() };
  }
  if (dice.chance(0.2)) {
    const value = dice.pick(ofAnyType);
    return { story: `is ${JSON.stringify(value)}`, value };
  }
  switch (schema.type) {
    case 'array':
      return wrongArray(schema, name, adversary);
    case 'integer':
    case 'number':
      return wrongNumber(schema, dice);
    case 'boolean':
      return {
        story: 'is nearly a boolean',
        value: dice.pick(['TRUE', 'yes', '1', 1, 0, 'true ', 'on']),
      };
    case 'object':
      return { story: 'is a text instead of an object', value: JSON.stringify({}) };
    default:
      return schema.format === 'uuid' ? wrongId(schema, adversary) : wrongText(schema, dice);
  }
}

function wrongText({ maxLength = 300, minLength = 0, ...schema }: Schema, dice: Dice): Wrong {
  if (schema.enum && dice.chance(0.7)) {
    const value = dice.pick(schema.enum);
    const near = dice.pick([
      value.toUpperCase(),
      `${value}s`,
      value.slice(1),
      `\0${value}`,
      `${value}\n`,
    ]);
    return { story: 'is nearly one of its values', value: near };
  }
  if (isMoment(schema) && dice.chance(0.7))
    return { story: 'is no such moment', value: dice.pick(notMoments) };
  return dice.weigh<() => Wrong>([
    [6, () => ({ story: 'is hostile', value: dice.pick(hostileTexts) })],
    [2, () => exactly(maxLength, dice)],
    [2, () => ({ story: 'is one character too long', value: filled(maxLength + 1, dice) })],
    [1, () => ({ story: 'is all words', value: 'a b '.repeat(maxLength / 4).trim() })],
    [1, () => ({ story: 'is far too long', value: filled(maxLength * 20, dice) })],
    [minLength, () => ({ story: 'is too short', value: 'a'.repeat(minLength - 1) })],
  ])();
}

/** Some of it may grow when it is normalised, which is what counts. */
function exactly(length: number, dice: Dice): Wrong {
  const value = filled(length, dice);
  const isTooMarked = /\p{M}{31}/u.test(value);
  const fits = !isTooMarked && [...value.normalize('NFC')].length === length;
  return { story: `has exactly ${length} characters`, value, fits };
}

const isMoment = ({ format, anyOf = [] }: Schema): boolean =>
  /^date/.test(format ?? '') || anyOf.some(isMoment);

const notMoments = [
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

function wrongId(schema: Schema, { dice, tenant, strangers }: Adversary): Wrong {
  const referent = schema['x-ref'] ?? 'prospect';
  // Only where it points at something is it wrong that there is nothing.
  const isForeign = schema['x-ref'] !== undefined;
  // A revoked token is still known by name: what it did can be looked up.
  const isLost = isForeign && referent !== 'token';
  const own = tenant.memory.idOf(referent, dice) ?? uuid(dice);
  const foreign = dice.pick(strangers).memory.idOf(referent, dice) ?? uuid(dice);
  const gone = tenant.memory.goneIdOf(referent, dice) ?? uuid(dice);
  const otherKind = tenant.memory.idOf(dice.pick(referents), dice) ?? uuid(dice);
  return dice.weigh<Wrong>([
    [6, { story: `is a ${referent} of another workspace`, value: foreign, isForeign }],
    [3, { story: `is a ${referent} that was deleted`, value: gone, isForeign: isLost }],
    [2, { story: 'is an id of nothing', value: uuid(dice), isForeign }],
    [2, { story: 'is perhaps an id of something else', value: otherKind }],
    [1, { story: 'is an id in capitals', value: own.toUpperCase() }],
    [4, { story: 'is a malformed id', value: dice.pick(malformed)(own) }],
  ]);
}

const malformed: ((id: string) => string)[] = [
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

function wrongArray(schema: Schema, name: string, adversary: Adversary): Wrong {
  const { dice } = adversary;
  const { minItems = 0, maxItems = 100 } = schema;
  const of = (length: number): Tree => {
    const item = fitting(schema.items ?? {}, name.replace(/s$/, ''), adversary);
    return Array.from({ length }, () => item);
  };
  return dice.weigh<() => Wrong>([
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
    [1, () => ({ story: 'has a null among its items', value: [...(of(2) as Tree[]), null] })],
  ])();
}

function wrongNumber({ minimum = 0, maximum = 1_000 }: Schema, dice: Dice): Wrong {
  const value = dice.pick<Tree>([
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
    new Raw('1e400'),
  ]);
  return { story: 'is a number at or over the edge', value };
}
