import type { z } from 'zod';
import type { Issue } from './clean.ts';

const mostNamed = 100;

interface UnknownField {
  path: Issue['path'];
  /** The known field that its name resembles. */
  meant: string | undefined;
}

export interface UnknownFields {
  named: UnknownField[];
  /** How many there are beyond those. */
  more: number;
}

/** The fields of a body that its schema does not know, each with a guess at what was meant. */
export function unknownFields(schema: z.ZodType, value: unknown): UnknownFields {
  const found: UnknownFields = { named: [], more: 0 };
  if (isNested(value)) collect(schema, value, [], found);
  return found;
}

/** What is said about them when the request is served without them. */
export const warningsAbout = ({ named, more }: UnknownFields): Issue[] => [
  ...named.map(({ path, meant }) => ({
    path,
    message: `unknown field, ignored${meant ? `; did you mean ${meant}?` : ''}`,
  })),
  ...(more > 0
    ? [{ path: [], message: `${more.toLocaleString('en')} more unknown fields, ignored` }]
    : []),
];

/** Those that are likely a slip, as problems of a request that is refused. Of many rows, the first. */
export function misspelt({ named }: UnknownFields): Issue[] {
  const seen = new Set<unknown>();
  return named.flatMap(({ path, meant }) => {
    const name = path.at(-1);
    if (meant === undefined || seen.has(name)) return [];
    seen.add(name);
    return [{ path, message: `is an unknown field; did you mean ${meant}?`, meant }];
  });
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

function collect(
  schema: z.ZodType,
  value: object,
  path: Issue['path'],
  found: UnknownFields,
): void {
  const { def } = schema as z.ZodType & { def: Record<string, unknown> };
  if (def.type === 'object' && !Array.isArray(value)) {
    const shape = def.shape as Record<string, z.ZodType>;
    for (const [name, item] of Object.entries(value)) {
      const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
      if (field && isNested(item)) collect(field, item, [...path, name], found);
      else if (!field && found.named.length >= mostNamed) found.more++;
      else if (!field)
        found.named.push({
          path: [...path, name.slice(0, 100)],
          meant: resembling(name, Object.keys(shape)),
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

/** `; did you mean companyName?`, when a name resembles one of the others. */
export function didYouMean(name: string, known: string[]): string {
  const meant = resembling(name, known);
  return meant === undefined ? '' : `; did you mean ${meant}?`;
}

/** The known name that was likely meant: a slip of it first, then its start, then a word of it. */
function resembling(name: string, known: string[]): string | undefined {
  const given = wordsOf(name.slice(0, 100));
  const [best] = known
    .flatMap((candidate, order) => {
      const rank = likeness(given, wordsOf(candidate));
      return rank === undefined ? [] : [{ candidate, rank, order }];
    })
    .sort((a, b) => a.rank - b.rank || a.order - b.order);
  return best?.candidate;
}

function likeness(given: string[], candidate: string[]): number | undefined {
  const [sent, meant] = [given.join(''), candidate.join('')];
  const slips = Math.min(2, Math.round(meant.length / 3));
  if (Math.abs(sent.length - meant.length) <= slips) {
    const distance = editDistance(sent, meant);
    if (distance <= slips) return distance;
  }
  if (sent.length >= 4 && meant.startsWith(sent)) return 3;
  const holds = (whole: string[], part: string[]) =>
    part.join('').length >= 3 && part.every((word) => whole.includes(word));
  return holds(candidate, given) || holds(given, candidate) ? 4 : undefined;
}

/** `linkedinUrl`, `linkedin_url` and `LINKEDIN-URL` have the same words. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean);

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
