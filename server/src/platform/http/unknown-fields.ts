import type { z } from 'zod';
import type { Issue } from '../clean.ts';

const maxListed = 100;

interface UnknownField {
  path: Issue['path'];
  /** The known field that its name resembles. */
  suggestion: string | undefined;
}

export interface UnknownFields {
  listed: UnknownField[];
  /** Count of further unknown fields. */
  more: number;
}

/** Unknown fields of a body, each with a suggestion if a known name is similar. */
export function unknownFields(schema: z.ZodType, value: unknown): UnknownFields {
  const found: UnknownFields = { listed: [], more: 0 };
  if (isNested(value)) collect(schema, value, [], found);
  return found;
}

/** Warnings about unknown fields in a successful request. */
export const warningsAbout = ({ listed, more }: UnknownFields): Issue[] => [
  ...listed.map(({ path, suggestion }) => ({
    path,
    message: `unknown field, ignored${suggestion ? `; did you mean ${suggestion}?` : ''}`,
  })),
  ...(more > 0
    ? [{ path: [], message: `${more.toLocaleString('en')} more unknown fields, ignored` }]
    : []),
];

/** Likely typos, as problems of a rejected request. Each name is listed once. */
export function misspelled({ listed }: UnknownFields): Issue[] {
  const seen = new Set<unknown>();
  return listed.flatMap(({ path, suggestion }) => {
    const name = path.at(-1);
    if (suggestion === undefined || seen.has(name)) return [];
    seen.add(name);
    return [{ path, message: `is an unknown field; did you mean ${suggestion}?`, suggestion }];
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
      else if (!field && found.listed.length >= maxListed) found.more++;
      else if (!field)
        found.listed.push({
          path: [...path, name.slice(0, 100)],
          suggestion: closestName(name, Object.keys(shape)),
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

/** `; did you mean companyName?`, if a similar name exists. */
export function didYouMean(name: string, known: string[]): string {
  const suggestion = closestName(name, known);
  return suggestion === undefined ? '' : `; did you mean ${suggestion}?`;
}

/** The closest known name: a typo first, then a prefix, then a shared word. */
function closestName(name: string, known: string[]): string | undefined {
  const given = wordsOf(name.slice(0, 100));
  const [best] = known
    .flatMap((candidate, order) => {
      const rank = similarityRank(given, wordsOf(candidate));
      return rank === undefined ? [] : [{ candidate, rank, order }];
    })
    .sort((a, b) => a.rank - b.rank || a.order - b.order);
  return best?.candidate;
}

function similarityRank(given: string[], candidate: string[]): number | undefined {
  const [sent, suggestion] = [given.join(''), candidate.join('')];
  const maxTypos = Math.min(2, Math.round(suggestion.length / 3));
  if (Math.abs(sent.length - suggestion.length) <= maxTypos) {
    const distance = editDistance(sent, suggestion);
    if (distance <= maxTypos) return distance;
  }
  if (sent.length >= 4 && suggestion.startsWith(sent)) return 3;
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
