import type { z } from 'zod';

const maxItems = 5;

/**
 * An outline of the input without personal data. Values that the contract restricts (enums, ids,
 * numbers, dates, booleans) are kept. Free text is replaced by its length, and unknown fields are
 * only counted.
 */
export function outlineOf(schema: z.ZodType, value: unknown): unknown {
  return outline(kindsOf(schema), value);
}

/** All field names, at any depth. */
export function namesIn(schema: z.ZodType): string[] {
  return kindsOf(schema).flatMap(({ def }) => {
    if (def.type === 'array') return namesIn(def.element as z.ZodType);
    if (def.type !== 'object') return [];
    return Object.entries(def.shape).flatMap(([name, field]) => [
      name,
      ...namesIn(field as z.ZodType),
    ]);
  });
}

/** One possible schema of a value. */
interface Kind {
  schema: z.ZodType;
  def: z.core.$ZodTypes['_zod']['def'];
  /** Whether the contract restricts the possible values. */
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
    def.type === 'array' ? kindsOf(def.element as z.ZodType) : [],
  );
  if (elements.length === 0) return `(list of ${items.length})`;
  const more = items.length - maxItems;
  return [
    ...items.slice(0, maxItems).map((item) => outline(elements, item)),
    ...(more > 0 ? [`(${more} more)`] : []),
  ];
}

function outlineOfFields(kinds: Kind[], value: object): object {
  const outlined: Record<string, unknown> = {};
  let unknown = 0;
  for (const [name, item] of Object.entries(value)) {
    const fields = kinds.flatMap(({ def }) =>
      def.type === 'object' && Object.hasOwn(def.shape, name)
        ? kindsOf(def.shape[name] as z.ZodType)
        : [],
    );
    if (fields.length > 0) outlined[name] = outline(fields, item);
    else unknown++;
  }
  return { ...outlined, ...(unknown > 0 && { '…': `(${unknown} unknown)` }) };
}

const known = new WeakMap<z.ZodType, Kind[]>();

/** Unwraps optional, default, pipe and union schemas. */
function kindsOf(schema: z.ZodType): Kind[] {
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
      return def.options.flatMap((option) => kindsOf(option as z.ZodType));
    case 'pipe':
      return kindsOf(def.in as z.ZodType);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
      return kindsOf(def.innerType as z.ZodType);
    default:
      return [{ schema, def, isBounded }];
  }
}

const boundedTypes = ['enum', 'literal', 'number', 'boolean'];
const boundedFormats = ['guid', 'uuid', 'date', 'datetime'];

function bounds(schema: z.ZodType, def: Kind['def']): boolean {
  // Query parameters are strings; their OpenAPI metadata gives the real type.
  const { type, anyOf, 'x-ref': referent } = schema.meta() ?? {};
  const isNamed =
    ['integer', 'boolean', 'array'].includes(String(type)) || (anyOf ?? referent) !== undefined;
  const format = def.type === 'string' && 'format' in def ? String(def.format) : '';
  return isNamed || boundedTypes.includes(def.type) || boundedFormats.includes(format);
}
