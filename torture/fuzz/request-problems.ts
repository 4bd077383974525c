import { type Attempt, bodyBytes } from './attempt.ts';
import { type Operation, resolve, type Schema } from './document.ts';

/** Places in which a line passes over what is wrong, by its own words. */
const forgiven: Record<string, (body: Record<string, unknown>) => RegExp | undefined> = {
  postLeads: ({ onInvalid }) => (onInvalid === 'skip' ? /^\/leads\/\d/ : undefined),
  postBulk: () => /^\/(tagId|tagName|listId|listName|stage)/,
};

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

function bodyProblems({ body, method }: Attempt, operation: Operation): string[] {
  if (!operation.body || method !== operation.method) return [];
  const sent = JSON.parse(String(bodyBytes(body))) as Record<string, unknown>;
  const pass = forgiven[operation.id]?.(sent);
  return operation
    .bodyProblems(clean(sent))
    .filter(({ instancePath }) => !pass?.test(instancePath))
    .map(({ instancePath, message }) => `body${instancePath} ${message}`);
}

/** Nulls and empty texts stand for fields that were left out; outer white space does not count. */
function clean(value: unknown): unknown {
  if (typeof value === 'string') return value.normalize('NFC').trim();
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]) => [name, clean(inner)] as const);
  return Object.fromEntries(fields.filter(([, inner]) => inner !== null && inner !== ''));
}
