import type { z } from 'zod';

const mostItems = 5;

/**
 * What was sent, without what it said. A value is told where the contract says what it can be: one
 * of a list, an id, a number, a date, yes or no. Free text is told by its length, and a field that
 * the contract does not know is only counted, since anything may stand there.
 */
export function outlineOf(schema: z.ZodType, value: unknown): unknown {
  return outline(plain(schema), value);
}

/** Every name of a field in it, at any depth. */
export function namesIn(schema: z.ZodType): string[] {
  return plain(schema).flatMap(({ def }) => {
    if (def.type === 'array') return namesIn(def.element as z.ZodType);
    if (def.type !== 'object') return [];
    return Object.entries(def.shape).flatMap(([name, field]) => [
      name,
      ...namesIn(field as z.ZodType),
    ]);
  });
}

/** One of the things that a value can be. */
interface Kind {
  schema: z.ZodType;
  def: z.core.$ZodTypes['_zod']['def'];
  /** Whether the contract bounds what it can be. */
  isBounded: boolean;
}

function outline(kinds: Kind[], value: unknown): unknown {
  if (value === null || value === undefined || typeof value === 'boolean') return value;
  if (kinds.some(({ schema, isBounded }) => isBounded && schema.safeParse(value).success))
    return value;
  if (typeof value === 'string') return `(text of ${value.length})`;
  if (Array.isArray(value)) return outlineOfItems(kinds, value);
  if (typeof value === 'object') return outlineOfFields(kinds, value);
  return `(${typeof value})`;
}

function outlineOfItems(kinds: Kind[], items: unknown[]): unknown {
  const elements = kinds.flatMap(({ def }) =>
    def.type === 'array' ? plain(def.element as z.ZodType) : [],
  );
  if (elements.length === 0) return `(list of ${items.length})`;
  const more = items.length - mostItems;
  return [
    ...items.slice(0, mostItems).map((item) => outline(elements, item)),
    ...(more > 0 ? [`(${more} more)`] : []),
  ];
}

function outlineOfFields(kinds: Kind[], value: object): object {
  const told: Record<string, unknown> = {};
  let unknown = 0;
  for (const [name, item] of Object.entries(value)) {
    const fields = kinds.flatMap(({ def }) =>
      def.type === 'object' && Object.hasOwn(def.shape, name)
        ? plain(def.shape[name] as z.ZodType)
        : [],
    );
    if (fields.length > 0) told[name] = outline(fields, item);
    else unknown++;
  }
  return { ...told, ...(unknown > 0 && { '…': `(${unknown} unknown)` }) };
}

const known = new WeakMap<z.ZodType, Kind[]>();

/** The schema without what only says that it may be left out or is changed afterwards. */
function plain(schema: z.ZodType): Kind[] {
  const kinds = known.get(schema) ?? unwrapped(schema);
  known.set(schema, kinds);
  return kinds;
}

function unwrapped(schema: z.ZodType): Kind[] {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  const isBounded = bounds(schema, def);
  if (isBounded) return [{ schema, def, isBounded }];
  switch (def.type) {
    case 'union':
      return def.options.flatMap((option) => plain(option as z.ZodType));
    case 'pipe':
      return plain(def.in as z.ZodType);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
      return plain(def.innerType as z.ZodType);
    default:
      return [{ schema, def, isBounded }];
  }
}

const boundedTypes = ['enum', 'literal', 'number', 'boolean'];
const boundedFormats = ['guid', 'uuid', 'date', 'datetime'];

function bounds(schema: z.ZodType, def: Kind['def']): boolean {
  // A parameter of a query is text, and tells OpenAPI what it can be.
  const { type, anyOf, 'x-ref': referent } = schema.meta() ?? {};
  const isNamed =
    ['integer', 'boolean'].includes(String(type)) || (anyOf ?? referent) !== undefined;
  const format = def.type === 'string' && 'format' in def ? String(def.format) : '';
  return isNamed || boundedTypes.includes(def.type) || boundedFormats.includes(format);
}
