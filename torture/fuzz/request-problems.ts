import type { ApiOperation } from './document.ts';
import { paramsOf } from './paths.ts';
import { type RequestAttempt, sentJson } from './request-attempt.ts';
import type { RequestSchema } from './schema.ts';

type SentBody = Record<string, unknown>;

/** Prefix of the fields that each bulk action reads; it ignores the others. */
const detailPrefixes: Record<string, string> = {
  tag: 'tag',
  untag: 'tag',
  add_to_list: 'list',
  remove_from_list: 'list',
  stage: 'stage',
  assign: 'ownerId',
};

const belongsToOtherAction = (path: string, { action }: SentBody) =>
  /^\/(tag|list|stage|ownerId)/.test(path) &&
  !path.startsWith(`/${detailPrefixes[String(action)]}`);

/** Whether an operation ignores problems at a path of its body, as documented. */
const ignoredProblems: Record<string, (path: string, sent: SentBody) => boolean> = {
  postLeads: (path, { onInvalid }) => onInvalid === 'skip' && /^\/leads\/\d/.test(path),
  postBulk: belongsToOtherAction,
  postBulkTasks: belongsToOtherAction,
};

/** Whether an unknown id at this path is allowed. */
export function isIgnored(attempt: RequestAttempt, { id }: ApiOperation, path: string): boolean {
  const sent = sentJson(attempt) as SentBody;
  const isSkipped = sent.ignoreMissing === true && path.startsWith('/prospectIds');
  return isSkipped || (ignoredProblems[id]?.(path, sent) ?? false);
}

/** Violations of the document in the bytes that were sent. */
export function requestProblems(attempt: RequestAttempt, operation: ApiOperation): string[] {
  return [
    ...pathProblems(attempt, operation),
    ...queryProblems(attempt, operation),
    ...bodyProblems(attempt, operation),
  ];
}

function pathProblems({ path }: RequestAttempt, operation: ApiOperation): string[] {
  const params = paramsOf(operation, path);
  const texts = Object.entries(params).map(([name, raw]) => [name, decodeText(raw)] as const);
  return operation
    .pathProblems(Object.fromEntries(texts))
    .map(({ instancePath, message }) => `path${instancePath} ${message}`);
}

function queryProblems(
  { query }: RequestAttempt,
  { parameters, queryProblems }: ApiOperation,
): string[] {
  const values: Record<string, unknown> = {};
  for (const [name, raw] of query) {
    const text = decodeText(raw.replaceAll('+', ' '))?.normalize('NFC').trim();
    if (text === undefined) return [`${name} is badly encoded`];
    if (Object.hasOwn(values, name)) return [`${name} twice`];
    const parameter = parameters.find((each) => each.in === 'query' && each.name === name);
    if (text !== '' || !parameter)
      values[name] = parameter ? typedValue(parameter.schema, text) : text;
  }
  return queryProblems(values).map(
    ({ instancePath, message }) => `query${instancePath} ${message}`,
  );
}

function decodeText(raw: string): string | undefined {
  try {
    return decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}

/** The typed value of a parameter. */
function typedValue({ type }: RequestSchema, text: string): unknown {
  if (type === 'array') return text.split(',');
  if (type === 'integer' && /^-?\d+$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

function bodyProblems(attempt: RequestAttempt, { id, body }: ApiOperation): string[] {
  if (body?.type !== 'application/json') return [];
  const sent = sentJson(attempt) as SentBody | undefined;
  if (sent === undefined) return ['the body is not JSON'];
  return body
    .problems(cleanBody(sent, body.keepsNulls))
    .filter(({ instancePath }) => !ignoredProblems[id]?.(instancePath, sent))
    .map(({ instancePath, message }) => `body${instancePath} ${message}`);
}

/** Empty strings count as missing, and so do nulls unless they clear the field. Trims strings. */
function cleanBody(value: unknown, keepsNulls: boolean): unknown {
  if (typeof value === 'string') return value.normalize('NFC').trim();
  if (Array.isArray(value)) return value.map((item) => cleanBody(item, keepsNulls));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(
    ([name, inner]) => [name, cleanBody(inner, keepsNulls)] as const,
  );
  return Object.fromEntries(
    fields.filter(([, inner]) => inner !== '' && (keepsNulls || inner !== null)),
  );
}
