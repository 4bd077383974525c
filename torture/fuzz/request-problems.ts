import { type Attempt, sentJson } from './attempt.ts';
import type { Operation } from './document.ts';
import { paramsOf } from './paths.ts';
import type { Schema } from './schema.ts';

type Sent = Record<string, unknown>;

/** The details that each bulk action reads begin with this; it passes over the others. */
const readBy: Record<string, string> = {
  tag: 'tag',
  untag: 'tag',
  add_to_list: 'list',
  remove_from_list: 'list',
  stage: 'stage',
};

const ofOtherActions = (place: string, { action }: Sent) =>
  /^\/(tag|list|stage)/.test(place) && !place.startsWith(`/${readBy[String(action)]}`);

/** Whether a line, by its own words, passes over what is wrong at a place of its body. */
const forgives: Record<string, (place: string, sent: Sent) => boolean> = {
  postLeads: (place, { onInvalid }) => onInvalid === 'skip' && /^\/leads\/\d/.test(place),
  postBulk: ofOtherActions,
  postBulkTasks: ofOtherActions,
};

/** Whether an id at this place may be one that does not exist. */
export function isForgiven(attempt: Attempt, { id }: Operation, place: string): boolean {
  const sent = sentJson(attempt) as Sent;
  const isLeftOut = sent.ignoreMissing === true && place.startsWith('/prospectIds');
  return isLeftOut || (forgives[id]?.(place, sent) ?? false);
}

/** What the document has against a request, read from the bytes that were sent. */
export function requestProblems(attempt: Attempt, operation: Operation): string[] {
  return [
    ...pathProblems(attempt, operation),
    ...queryProblems(attempt, operation),
    ...bodyProblems(attempt, operation),
  ];
}

function pathProblems({ path }: Attempt, operation: Operation): string[] {
  const given = paramsOf(operation, path);
  const texts = Object.entries(given).map(([name, raw]) => [name, decoded(raw)] as const);
  return operation
    .pathProblems(Object.fromEntries(texts))
    .map(({ instancePath, message }) => `path${instancePath} ${message}`);
}

function queryProblems({ query }: Attempt, { parameters, queryProblems }: Operation): string[] {
  const given: Record<string, unknown> = {};
  for (const [name, raw] of query) {
    const text = decoded(raw.replaceAll('+', ' '))?.normalize('NFC').trim();
    if (text === undefined) return [`${name} is badly encoded`];
    if (Object.hasOwn(given, name)) return [`${name} twice`];
    const parameter = parameters.find((each) => each.in === 'query' && each.name === name);
    if (text !== '' || !parameter) given[name] = parameter ? meant(parameter.schema, text) : text;
  }
  return queryProblems(given).map(({ instancePath, message }) => `query${instancePath} ${message}`);
}

function decoded(raw: string): string | undefined {
  try {
    return decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}

/** A parameter as what its text stands for. */
function meant({ type }: Schema, text: string): unknown {
  if (type === 'integer' && /^-?\d+$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

function bodyProblems(attempt: Attempt, { id, body }: Operation): string[] {
  if (body?.type !== 'application/json') return [];
  const sent = sentJson(attempt) as Sent | undefined;
  if (sent === undefined) return ['the body is no JSON'];
  return body
    .problems(clean(sent, body.keepsNulls))
    .filter(({ instancePath }) => !forgives[id]?.(instancePath, sent))
    .map(({ instancePath, message }) => `body${instancePath} ${message}`);
}

/**
 * Empty texts stand for fields that were left out, and so do nulls, unless they empty the field.
 * Outer white space does not count.
 */
function clean(value: unknown, keepsNulls: boolean): unknown {
  if (typeof value === 'string') return value.normalize('NFC').trim();
  if (Array.isArray(value)) return value.map((item) => clean(item, keepsNulls));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(
    ([name, inner]) => [name, clean(inner, keepsNulls)] as const,
  );
  return Object.fromEntries(
    fields.filter(([, inner]) => inner !== '' && (keepsNulls || inner !== null)),
  );
}
