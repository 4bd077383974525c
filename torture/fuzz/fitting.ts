import type { Tree } from './attempt.ts';
import type { Dice } from './dice.ts';
import { filled } from './hostile-text.ts';
import type { Schema } from './schema.ts';
import type { Tenant } from './tenants.ts';

export interface Maker {
  dice: Dice;
  /** Whose ids fit. */
  tenant: Tenant;
}

/** A value that the schema takes, of the kind that its name suggests. */
export function fitting({ anyOf, ...schema }: Schema, name: string, maker: Maker): Tree {
  const { dice } = maker;
  if (schema.isNullable && dice.chance(0.2)) return null;
  if (schema.const !== undefined) return schema.const;
  // What is deleted is nothing to try anything on.
  if (schema.enum) return dice.pick(dice.chance(0.7) ? spared(schema.enum) : schema.enum);
  if (anyOf) return fitting({ ...schema, ...dice.pick(anyOf) }, name, maker);
  switch (schema.type) {
    case 'boolean':
      // A dry run leaves nothing behind, so most should be real.
      return dice.chance(name === 'dryRun' ? 0.15 : 0.5);
    case 'integer':
    case 'number':
      return whole(schema, dice);
    case 'array':
      return Array.from({ length: sizeOf(schema, dice) }, () =>
        fitting(schema.items ?? {}, name.replace(/s$/, ''), maker),
      );
    case 'object':
      return Object.fromEntries(
        fieldsOf(schema, dice)
          .filter(
            ([field, { type }]) =>
              schema.required?.includes(field) || dice.chance(type === 'object' ? 0.2 : 0.4),
          )
          .map(([field, inner]) => [field, fitting(inner, field, maker)]),
      );
    default:
      return textFor(schema, name, maker);
  }
}

const spared = (values: string[]): string[] => values.filter((value) => value !== 'delete');

/** Those it names, or some of any name where it takes those. */
const fieldsOf = (
  { properties = {}, additionalProperties }: Schema,
  dice: Dice,
): [string, Schema][] =>
  additionalProperties
    ? ['0', 'email', dice.pick(words)].map((field) => [field, additionalProperties])
    : Object.entries(properties);

function whole({ minimum = 0, maximum = 1_000 }: Schema, dice: Dice): number {
  return dice.weigh([
    [1, minimum],
    [1, maximum],
    [6, minimum + dice.below(Math.min(20, maximum - minimum + 1))],
  ]);
}

const sizeOf = ({ minItems = 0, maxItems = 5 }: Schema, dice: Dice): number =>
  dice.chance(0.02) ? maxItems : minItems + dice.below(Math.min(5, maxItems - minItems + 1));

const names = [
  'Ada',
  'Zoë',
  'Łukasz',
  'Ольга',
  '李伟',
  '김민수',
  'Jean-Luc',
  "O'Brien",
  'de la Cruz',
];
const words = [
  'Head of Sales',
  'Åland Ferries',
  '北京李伟科技',
  '100% remote',
  'C++',
  'Zürich',
  'A & B',
];

function textFor(schema: Schema, name: string, maker: Maker): string {
  const { dice, tenant } = maker;
  const number = dice.below(dice.chance(0.5) ? 60 : 1_000_000);
  const referent = schema['x-ref'];
  if (referent !== undefined) return tenant.memory.idOf(referent, dice) ?? uuid(dice);
  if (schema.format === 'uuid') return uuid(dice);
  if (schema.format === 'date') return day(dice);
  if (schema.format === 'date-time')
    return `${day(dice)}T${dice.pick(['00:00:00Z', '23:59:59.999Z', '12:30:00+05:30', '01:02:03.4-11:00'])}`;
  if (/email/i.test(name)) return `ada${number}@${dice.pick(['acme', 'bücher', 'ACME'])}.example`;
  if (/linkedin/i.test(name))
    return dice.pick([
      `https://www.linkedin.com/in/ada-${number}`,
      `de.linkedin.com/in/ADA-${number}/?trk=x`,
      `https://www.linkedin.com/sales/lead/ACwAAA${number},name`,
      `https://www.xing.com/profile/Ada_${number}`,
    ]);
  if (/url|website/i.test(name)) return `https://acme${number}.example/about`;
  if (/phone/i.test(name)) return `+1 415 555 ${String(number % 10_000).padStart(4, '0')}`;
  if (/list|tag/i.test(name)) return `${dice.pick(words)} ${number % 40}`;
  if (dice.chance(0.03)) return filled(schema.maxLength ?? 100, dice);
  return dice.pick([dice.pick(names), dice.pick(words), `${dice.pick(names)} ${number}`]);
}

export const uuid = (dice: Dice): string =>
  'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAll('x', () => dice.below(16).toString(16));

const day = (dice: Dice): string =>
  dice.pick(['2026-01-31', '2024-02-29', '2020-01-01', '9999-12-31', '0001-01-01', '2030-06-15']);
