import { textOfLength } from './hostile-text.ts';
import type { JsonTree } from './json-tree.ts';
import type { Random } from './random.ts';
import type { RequestSchema } from './schema.ts';
import type { Tenant } from './tenants.ts';

export interface ValueContext {
  random: Random;
  /** The workspace whose ids are used. */
  tenant: Tenant;
}

/** A value that matches the schema and the field name. */
export function matchingValue(
  { anyOf, ...schema }: RequestSchema,
  name: string,
  context: ValueContext,
): JsonTree {
  const { random } = context;
  if (schema.isNullable && random.chance(0.2)) return null;
  if (schema.const !== undefined) return schema.const;
  // Rarely deletes, so that other requests find something.
  if (schema.enum)
    return random.pick(random.chance(0.7) ? withoutDelete(schema.enum) : schema.enum);
  if (anyOf) return matchingValue({ ...schema, ...random.pick(anyOf) }, name, context);
  switch (schema.type) {
    case 'boolean':
      // A dry run changes nothing, so most should be real.
      return random.chance(name === 'dryRun' ? 0.15 : 0.5);
    case 'integer':
    case 'number':
      return integerFor(schema, random);
    case 'array':
      return Array.from({ length: sizeOf(schema, random) }, () =>
        matchingValue(schema.items ?? {}, name.replace(/s$/, ''), context),
      );
    case 'object':
      return Object.fromEntries(
        fieldsOf(schema, random)
          .filter(
            ([field, { type }]) =>
              schema.required?.includes(field) || random.chance(type === 'object' ? 0.2 : 0.4),
          )
          .map(([field, inner]) => [field, matchingValue(inner, field, context)]),
      );
    default:
      return textFor(schema, name, context);
  }
}

const withoutDelete = (values: string[]): string[] => values.filter((value) => value !== 'delete');

/** The declared fields, or some arbitrary ones where the schema allows any. */
const fieldsOf = (
  { properties = {}, additionalProperties }: RequestSchema,
  random: Random,
): [string, RequestSchema][] =>
  additionalProperties
    ? ['0', 'email', random.pick(words)].map((field) => [field, additionalProperties])
    : Object.entries(properties);

function integerFor({ minimum = 0, maximum = 1_000 }: RequestSchema, random: Random): number {
  return random.weigh([
    [1, minimum],
    [1, maximum],
    [6, minimum + random.below(Math.min(20, maximum - minimum + 1))],
  ]);
}

const sizeOf = ({ minItems = 0, maxItems = 5 }: RequestSchema, random: Random): number =>
  random.chance(0.02) ? maxItems : minItems + random.below(Math.min(5, maxItems - minItems + 1));

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

function textFor(schema: RequestSchema, name: string, context: ValueContext): string {
  const { random, tenant } = context;
  const number = random.below(random.chance(0.5) ? 60 : 1_000_000);
  const referent = schema['x-ref'];
  if (referent !== undefined) return tenant.memory.idOf(referent, random) ?? randomUuid(random);
  if (schema.format === 'uuid') return randomUuid(random);
  if (schema.format === 'date') return day(random);
  if (schema.format === 'date-time')
    return `${day(random)}T${random.pick(['00:00:00Z', '23:59:59.999Z', '12:30:00+05:30', '01:02:03.4-11:00'])}`;
  // The part of a message that is an attachment.
  if (name === 'path') return random.pick(['2', '1.2', '3.1.2']);
  if (/email/i.test(name)) return `ada${number}@${random.pick(['acme', 'bücher', 'ACME'])}.example`;
  if (/linkedin/i.test(name))
    return random.pick([
      `https://www.linkedin.com/in/ada-${number}`,
      `de.linkedin.com/in/ADA-${number}/?trk=x`,
      `https://www.linkedin.com/sales/lead/ACwAAA${number},name`,
      `https://www.xing.com/profile/Ada_${number}`,
    ]);
  if (/url|website/i.test(name)) return `https://acme${number}.example/about`;
  if (/phone/i.test(name)) return `+1 415 555 ${String(number % 10_000).padStart(4, '0')}`;
  if (/list|tag/i.test(name)) return `${random.pick(words)} ${number % 40}`;
  if (random.chance(0.03)) return textOfLength(schema.maxLength ?? 100, random);
  return random.pick([random.pick(names), random.pick(words), `${random.pick(names)} ${number}`]);
}

export const randomUuid = (random: Random): string =>
  'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAll('x', () => random.below(16).toString(16));

const day = (random: Random): string =>
  random.pick(['2026-01-31', '2024-02-29', '2020-01-01', '9999-12-31', '0001-01-01', '2030-06-15']);
