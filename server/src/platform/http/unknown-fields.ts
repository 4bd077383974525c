import type { z } from 'zod';
import type { Issue } from './clean.ts';

const most = 100;

/** The fields of a body that its schema does not know, each with a guess at what was meant. */
export function unknownFields(schema: z.ZodType, value: unknown): Issue[] {
  const found: Issue[] = [];
  if (isNested(value)) collect(schema, value, [], found);
  return found;
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

function collect(schema: z.ZodType, value: object, path: Issue['path'], found: Issue[]): void {
  const { def } = schema as z.ZodType & { def: Record<string, unknown> };
  if (def.type === 'object' && !Array.isArray(value)) {
    const shape = def.shape as Record<string, z.ZodType>;
    for (const [name, item] of Object.entries(value)) {
      if (found.length >= most) return;
      const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
      if (field && isNested(item)) collect(field, item, [...path, name], found);
      else if (!field)
        found.push({
          path: [...path, name.slice(0, 100)],
          message: `unknown field, ignored${didYouMean(name, Object.keys(shape))}`,
        });
    }
  } else if (def.type === 'array' && Array.isArray(value)) {
    for (const [index, item] of value.entries())
      if (isNested(item)) collect(def.element as z.ZodType, item, [...path, index], found);
  } else {
    const inner = (def.innerType ?? def.in) as z.ZodType | undefined;
    if (inner) collect(inner, value, path, found);
  }
}

/** `; did you mean companyName?`, when a name is a slip of one of the others or the start of it. */
export function didYouMean(name: string, known: string[]): string {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const given = plain(name.slice(0, 100));
  const [best] = known
    .map((candidate) => ({ candidate, distance: editDistance(given, plain(candidate)) }))
    .filter(
      ({ candidate, distance }) =>
        distance <= Math.min(2, Math.round(candidate.length / 3)) ||
        (given.length >= 4 && plain(candidate).startsWith(given)),
    )
    .sort((a, b) => a.distance - b.distance);
  return best ? `; did you mean ${best.candidate}?` : '';
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [i, left] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, right] of [...b].entries())
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (left === right ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}
