import { isObject, type Tree } from './attempt.ts';
import type { Schema } from './schema.ts';

/** Where in a body something stands, or could stand. */
export interface Place {
  path: (string | number)[];
  schema: Schema;
}

/** Every place that the schema knows: fields that are left out count, items only where there are some. */
export function placesIn(schema: Schema, tree: Tree, path: Place['path'] = []): Place[] {
  const here = path.length === 0 ? [] : [{ path, schema }];
  if (Array.isArray(tree) && schema.items)
    return [
      ...here,
      ...tree.slice(0, 3).flatMap((item, n) => placesIn(schema.items!, item, [...path, n])),
    ];
  if (!isObject(tree) || !schema.properties) return here;
  return [
    ...here,
    ...Object.entries(schema.properties).flatMap(([name, inner]) =>
      placesIn(inner, tree[name] ?? null, [...path, name]),
    ),
  ];
}

/** The tree with another value at a path; without a value, the place is gone. */
export function withValue(tree: Tree, [step, ...rest]: Place['path'], value?: Tree): Tree {
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
