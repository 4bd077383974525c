import { isObject, type JsonTree } from './json-tree.ts';
import type { RequestSchema } from './schema.ts';

/** A path in a body, with or without a value. */
export interface ValuePath {
  path: (string | number)[];
  schema: RequestSchema;
}

/** All paths of the schema, including missing fields and existing items. */
export function valuePathsIn(
  schema: RequestSchema,
  tree: JsonTree,
  path: ValuePath['path'] = [],
): ValuePath[] {
  const here = path.length === 0 ? [] : [{ path, schema }];
  if (Array.isArray(tree) && schema.items)
    return [
      ...here,
      ...tree.slice(0, 3).flatMap((item, n) => valuePathsIn(schema.items!, item, [...path, n])),
    ];
  if (!isObject(tree) || !schema.properties) return here;
  return [
    ...here,
    ...Object.entries(schema.properties).flatMap(([name, inner]) =>
      valuePathsIn(inner, tree[name] ?? null, [...path, name]),
    ),
  ];
}

/** Replaces the value at a path; undefined removes it. */
export function withValue(
  tree: JsonTree,
  [step, ...rest]: ValuePath['path'],
  value?: JsonTree,
): JsonTree {
  if (step === undefined) return value ?? null;
  if (Array.isArray(tree)) {
    const n = Number(step);
    const changed =
      rest.length > 0 || value !== undefined ? [withValue(tree[n] ?? null, rest, value)] : [];
    return [...tree.slice(0, n), ...changed, ...tree.slice(n + 1)];
  }
  const fields = isObject(tree) ? Object.entries(tree) : [];
  const others = fields.filter(([name]) => name !== step);
  if (rest.length === 0 && value === undefined) return Object.fromEntries(others);
  const before = isObject(tree) && Object.hasOwn(tree, step) ? tree[step]! : null;
  return Object.fromEntries([...others, [String(step), withValue(before, rest, value)]]);
}
