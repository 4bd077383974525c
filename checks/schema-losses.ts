/** The keywords that our OpenAPI documents use. */
export interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  propertyNames?: Schema;
  additionalProperties?: Schema | boolean;
  [constraint: string]: unknown;
}

export interface Comparison {
  /** Callers send requests and read responses, so a schema may not change in the same ways. */
  direction: 'request' | 'response';
  /** The schemas that references of either document point to. */
  before: Record<string, Schema>;
  after: Record<string, Schema>;
}

/**
 * What callers lose when the old schema becomes the new one, as sentences that start with `where`. New
 * optional fields and new values are no loss.
 */
export function schemaLosses(old: Schema, now: Schema, where: string, by: Comparison): string[] {
  const [olds, nows] = [variantsOf(old, by.before), variantsOf(now, by.after)];
  const pairs = olds.flatMap((one) =>
    nows
      .filter((other) => isSameKind(one, other))
      .map((other) => ({ one, other, losses: variantLosses(one, other, where, by) })),
  );
  const fewest = (matches: typeof pairs) =>
    matches.toSorted((a, b) => a.losses.length - b.losses.length)[0]?.losses;
  const isRequest = by.direction === 'request';
  const lost = olds
    .filter(({ type }) => isRequest || type !== 'null')
    .flatMap((one) => {
      const gone = `${where} ${isRequest ? 'no longer accepts' : 'is no longer'} ${kindOf(one)}`;
      return fewest(pairs.filter((pair) => pair.one === one)) ?? [gone];
    });
  if (isRequest) return lost;
  const unknown = nows.flatMap((other) => {
    const added = `${where} can now be ${kindOf(other)}`;
    return fewest(pairs.filter((pair) => pair.other === other)) ?? [added];
  });
  return [...new Set([...lost, ...unknown])];
}

interface Variant extends Schema {
  type?: string;
}

/** The alternatives of a schema, without references and each with one type. */
function variantsOf(schema: Schema, schemas: Record<string, Schema>): Variant[] {
  const { $ref, anyOf, oneOf, ...rest } = schema;
  if ($ref) {
    const target = schemas[$ref.replace('#/components/schemas/', '')];
    if (!target) throw new Error(`Unknown reference: ${$ref}`);
    return variantsOf({ ...target, ...rest }, schemas);
  }
  const { type } = rest;
  const alternatives =
    anyOf ?? oneOf ?? (Array.isArray(type) ? type.map((type) => ({ type })) : null);
  if (!alternatives) return [rest as Variant];
  return alternatives.flatMap((one) => variantsOf({ ...rest, ...one }, schemas));
}

const kindOf = ({ type }: Variant): string => type ?? 'any value';

const isSameKind = (one: Variant, other: Variant): boolean => {
  const isNumber = ({ type }: Variant) => type === 'integer' || type === 'number';
  return one.type === other.type || !one.type || !other.type || (isNumber(one) && isNumber(other));
};

const variantLosses = (old: Variant, now: Variant, where: string, by: Comparison): string[] => [
  ...constraintLosses(old, now, by.direction).map((what) => `${where} ${what}`),
  ...fieldLosses(old, now, where, by),
  ...innerLosses(old.items, now.items, `${where}[]`, by),
  ...innerLosses(old.propertyNames, now.propertyNames, `${where} (names)`, by),
  ...innerLosses(valuesOf(old), valuesOf(now), `${where}.*`, by),
];

const innerLosses = (
  old: Schema | undefined,
  now: Schema | undefined,
  where: string,
  by: Comparison,
): string[] => (old || now ? schemaLosses(old ?? {}, now ?? {}, where, by) : []);

const valuesOf = ({ additionalProperties }: Schema): Schema | undefined =>
  typeof additionalProperties === 'object' ? additionalProperties : undefined;

function fieldLosses(old: Schema, now: Schema, where: string, by: Comparison): string[] {
  const at = (name: string) => `${where}.${name}`;
  const losses = Object.entries(old.properties ?? {}).flatMap(([name, schema]) => {
    const kept = now.properties?.[name];
    return kept ? schemaLosses(schema, kept, at(name), by) : [`${at(name)} was removed`];
  });
  const [wasRequired, isRequired] = [new Set(old.required), new Set(now.required)];
  if (by.direction === 'request')
    for (const name of isRequired)
      if (!wasRequired.has(name)) losses.push(`${at(name)} is now required`);
  if (by.direction === 'response')
    for (const name of wasRequired)
      if (!isRequired.has(name) && now.properties?.[name])
        losses.push(`${at(name)} can now be missing`);
  return losses;
}

const upperLimits = ['maxLength', 'maxItems', 'maxProperties', 'maximum', 'exclusiveMaximum'];
const lowerLimits = ['minLength', 'minItems', 'minProperties', 'minimum', 'exclusiveMinimum'];
const exactConstraints = ['format', 'pattern', 'multipleOf', 'uniqueItems'];

function constraintLosses(old: Schema, now: Schema, direction: Comparison['direction']): string[] {
  const isRequest = direction === 'request';
  // All values of `inner` must be valid in `outer`.
  const [inner, outer] = isRequest ? [old, now] : [now, old];
  const isInner = (name: string) => outer[name] === undefined || outer[name] === inner[name];
  const hasType = isInner('type') || (inner.type === 'integer' && outer.type === 'number');
  return [
    ...(hasType ? [] : [changed('type', old, now)]),
    ...exactConstraints.filter((name) => !isInner(name)).map((name) => changed(name, old, now)),
    ...valueLosses(old, now, isRequest),
    ...(isRequest ? limitLosses(old, now) : []),
  ];
}

function valueLosses(old: Schema, now: Schema, isRequest: boolean): string[] {
  const [before, after] = [listedValues(old), listedValues(now)];
  if (!after) return [];
  if (!before) return isRequest ? [`now accepts only ${after.map(shown).join(', ')}`] : [];
  const verb = isRequest ? 'no longer accepts' : 'no longer has the value';
  return before.filter((value) => !after.includes(value)).map((value) => `${verb} ${shown(value)}`);
}

const listedValues = (schema: Schema): unknown[] | undefined =>
  schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);

/** Limits of requests. Those of responses may grow together with them. */
function limitLosses(old: Schema, now: Schema): string[] {
  const limit = (schema: Schema, name: string, otherwise: number) =>
    typeof schema[name] === 'number' ? schema[name] : otherwise;
  const tighter = [
    ...upperLimits.filter((name) => limit(now, name, Infinity) < limit(old, name, Infinity)),
    ...lowerLimits.filter((name) => limit(now, name, -Infinity) > limit(old, name, -Infinity)),
  ];
  if (old['default'] !== undefined && old['default'] !== now['default']) tighter.push('default');
  return tighter.map((name) => changed(name, old, now));
}

const changed = (name: string, old: Schema, now: Schema): string =>
  `changed its ${name} from ${shown(old[name])} to ${shown(now[name])}`;

const shown = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value));
