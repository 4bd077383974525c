import { type Attempt, bodyBytes } from './attempt.ts';
import { type Operation, resolve, type Schema } from './document.ts';

type Sent = Record<string, unknown>;

/** The details that each action of POST /bulk reads begin with this; it passes over the others. */
const readBy: Record<string, string> = {
  tag: 'tag',
  untag: 'tag',
  add_to_list: 'list',
  remove_from_list: 'list',
  stage: 'stage',
};

/** Whether a line, by its own words, passes over what is wrong at a place of its body. */
const forgives: Record<string, (place: string, sent: Sent) => boolean> = {
  postLeads: (place, { onInvalid }) => onInvalid === 'skip' && /^\/leads\/\d/.test(place),
  postBulk: (place, { action }) =>
    /^\/(tag|list|stage)/.test(place) && !place.startsWith(`/${readBy[String(action)]}`),
};

/** Whether an id at this place may be one that does not exist. */
export function isForgiven(attempt: Attempt, { id }: Operation, place: string): boolean {
  const sent = attempt.body ? sentBody(attempt) : {};
  const isLeftOut = sent.ignoreMissing === true && place.startsWith('/prospectIds');
  return isLeftOut || (forgives[id]?.(place, sent) ?? false);
}

/** What the document has against a request, read from the bytes that were sent. */
export function requestProblems(attempt: Attempt, operation: Operation): string[] {
  return [...queryProblems(attempt, operation), ...bodyProblems(attempt, operation)];
}

function queryProblems({ query }: Attempt, { parameters, queryProblems }: Operation): string[] {
  const given: Record<string, unknown> = {};
  for (const [name, raw] of query) {
    const text = decodeURIComponent(raw.replaceAll('+', ' ')).normalize('NFC').trim();
    if (Object.hasOwn(given, name)) return [`${name} twice`];
    const parameter = parameters.find((each) => each.in === 'query' && each.name === name);
    if (text !== '' || !parameter) given[name] = parameter ? meant(parameter.schema, text) : text;
  }
  return queryProblems(given).map(({ instancePath, message }) => `query${instancePath} ${message}`);
}

/** A parameter as what its text stands for. */
function meant(schema: Schema, text: string): unknown {
  const { type } = resolve(schema);
  if (type === 'integer' && /^-?\d+$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

function bodyProblems(attempt: Attempt, { id, method, body, bodyProblems }: Operation): string[] {
  if (!body || attempt.method !== method) return [];
  const sent = sentBody(attempt);
  return bodyProblems(clean(sent))
    .filter(({ instancePath }) => !forgives[id]?.(instancePath, sent))
    .map(({ instancePath, message }) => `body${instancePath} ${message}`);
}

const sentBody = ({ body }: Attempt): Sent => JSON.parse(String(bodyBytes(body)));

/** Nulls and empty texts stand for fields that were left out; outer white space does not count. */
function clean(value: unknown): unknown {
  if (typeof value === 'string') return value.normalize('NFC').trim();
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]) => [name, clean(inner)] as const);
  return Object.fromEntries(fields.filter(([, inner]) => inner !== null && inner !== ''));
}
