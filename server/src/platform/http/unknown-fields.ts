import type { z } from 'zod';
import type { InputIssue } from '../clean-input.ts';

const maxListed = 100;

interface UnknownField {
  path: InputIssue['path'];
  /** The known field that its name resembles. */
  suggestion: string | undefined;
}

export interface UnknownFields {
  listed: UnknownField[];
  /** Count of further unknown fields. */
  more: number;
}

/** Unknown fields of a body, each with a suggestion if a known name is similar. */
export function findUnknownFields(schema: z.ZodType, value: unknown): UnknownFields {
  const unknownFields: UnknownFields = { listed: [], more: 0 };
  if (isNested(value)) collectUnknownFields(schema, value, [], unknownFields);
  return unknownFields;
}

/** Warnings about unknown fields in a successful request. */
export const unknownFieldWarnings = ({ listed, more }: UnknownFields): InputIssue[] => [
  ...listed.map(({ path, suggestion }) => ({
    path,
    message: `unknown field, ignored${suggestion ? `; did you mean ${suggestion}?` : ''}`,
  })),
  ...(more > 0
    ? [{ path: [], message: `${more.toLocaleString('en')} more unknown fields, ignored` }]
    : []),
];

/** Likely typos, as problems of a rejected request. Each name is listed once. */
export function misspelledFields({ listed }: UnknownFields): InputIssue[] {
  const seen = new Set<unknown>();
  return listed.flatMap(({ path, suggestion }) => {
    const name = path.at(-1);
    if (suggestion === undefined || seen.has(name)) return [];
    seen.add(name);
    return [{ path, message: `is an unknown field; did you mean ${suggestion}?`, suggestion }];
  });
}

/** Top-level fields that the schema lacks and that have the same letters as one of `names`. */
export function unsupportedFields(
  schema: z.ZodObject,
  value: unknown,
  names: readonly string[],
): InputIssue[] {
  const unsupported = new Set(
    names.filter((name) => !Object.hasOwn(schema.shape, name)).map(lettersOf),
  );
  return Object.keys(value as object)
    .filter((name) => !Object.hasOwn(schema.shape, name))
    .filter((name) => name.length <= 100 && unsupported.has(lettersOf(name)))
    .map((name) => ({
      path: [name],
      message: 'is not supported by this endpoint; send the request without it',
    }));
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

function collectUnknownFields(
  schema: z.ZodType,
  value: object,
  path: InputIssue['path'],
  unknownFields: UnknownFields,
): void {
  const { def } = schema as z.ZodType & { def: Record<string, unknown> };
  if (def.type === 'object' && !Array.isArray(value)) {
    const shape = def.shape as Record<string, z.ZodType>;
    for (const [name, item] of Object.entries(value)) {
      const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
      if (field && isNested(item))
        collectUnknownFields(field, item, [...path, name], unknownFields);
      else if (!field && unknownFields.listed.length >= maxListed) unknownFields.more++;
      else if (!field)
        unknownFields.listed.push({
          path: [...path, name.slice(0, 100)],
          suggestion: closestName(name, Object.keys(shape)),
        });
    }
  } else if (def.type === 'array' && Array.isArray(value)) {
    for (const [index, item] of value.entries())
      if (isNested(item))
        collectUnknownFields(def.element as z.ZodType, item, [...path, index], unknownFields);
  } else {
    const inner = (def.innerType ?? def.in) as z.ZodType | undefined;
    if (inner) collectUnknownFields(inner, value, path, unknownFields);
  }
}

/** `; did you mean companyName?`, if a similar name exists. */
export function didYouMean(name: string, known: string[]): string {
  const suggestion = closestName(name, known);
  return suggestion === undefined ? '' : `; did you mean ${suggestion}?`;
}

/** A known name with the same letters, else one with a typo, else one that is part of the other. */
function closestName(name: string, known: string[]): string | undefined {
  const letters = lettersOf(name.slice(0, 100));
  if (letters.length < 3) return undefined;
  const find = (isSimilar: (letters: string, candidate: string) => boolean) =>
    known.find((candidate) => candidate.length >= 3 && isSimilar(letters, lettersOf(candidate)));
  return find((one, other) => one === other) ?? find(isTypo) ?? find(isPart);
}

/** `linkedinUrl`, `linkedin_url` and `LINKEDIN-URL` have the same letters. */
const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]/g, '');

const isPart = (one: string, other: string): boolean => one.includes(other) || other.includes(one);

/** One letter more, less or changed, or two neighbors swapped. */
function isTypo(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  const [left, right] = [one, other].map((text) => text.slice(start, text.length - end));
  const isSwapped = left!.length === 2 && left![0] === right![1] && left![1] === right![0];
  return isSwapped || Math.max(left!.length, right!.length) === 1;
}
