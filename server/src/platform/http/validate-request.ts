import {
  acceptsIdempotencyKey,
  type Endpoint,
  errorMessages,
  safetyFields,
  safetySwitchesOf,
  takesSeveralValues,
} from '@outcrop/contract';
import { z } from 'zod';
import { cleanInputInSlices, cleanText, type InputIssue } from '../clean-input.ts';
import { checkInput, throwIfInvalid } from '../validation.ts';
import { readIdempotencyKey } from './idempotency.ts';
import {
  didYouMean,
  findUnknownFields,
  misspelledFields,
  unknownFieldWarnings,
  unsupportedFields,
} from './unknown-fields.ts';

/** The parts of a request that its endpoint declares. */
interface SentRequest {
  url: string;
  params: unknown;
  /** The parsed body, or null if the endpoint has none. */
  content: { json: unknown } | null;
  idempotencyKey: string | string[] | undefined;
}

interface ValidRequest {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Record<string, unknown> | null;
  invalidRows: InvalidRows;
  warnings: InputIssue[];
  key: string | undefined;
}

/** Checks a request against the declaration of its endpoint, and throws all problems at once. */
export async function validateRequest(
  endpoint: Endpoint,
  { url, params: givenParams, content, idempotencyKey }: SentRequest,
): Promise<ValidRequest> {
  const issues: InputIssue[] = [];
  const params = endpoint.params && checkInput(endpoint.params, givenParams, issues);
  const query = checkInput(endpoint.query, readQuery(url, endpoint.query, issues), issues);
  const keepNulls = endpoint.nullClears === true;
  const cleanBody = content && (await cleanInputInSlices(content.json, issues, { keepNulls }));
  const checked = checkBody(endpoint, cleanBody, issues);
  const unused = unusedFields(endpoint, content?.json, checked.body);
  const key = acceptsIdempotencyKey(endpoint)
    ? readIdempotencyKey(idempotencyKey, issues)
    : undefined;
  throwIfInvalid(issues, skipRemedy(endpoint, cleanBody, issues));
  const warnings = [...checked.warnings, ...unused];
  return { params: params ?? {}, query: query!, ...checked, warnings, key };
}

/** Warnings about known fields that were sent but are not used: empty ones, or those of another action. */
function unusedFields(
  { body: schema }: Endpoint,
  json: unknown,
  body: Record<string, unknown> | null,
): InputIssue[] {
  if (schema === null || body === null) return [];
  return Object.entries(json as object)
    .filter(([name, value]) => Object.hasOwn(schema.shape, name) && value !== null)
    .filter(([name]) => body[name] === undefined)
    .map(([name, value]) => ({
      path: [name],
      message:
        typeof value === 'string' && value.trim() === ''
          ? 'is empty, so it counts as omitted'
          : 'is not used by this request, so it is ignored',
    }));
}

/**
 * Parses the query string. Unknown and undecodable parameters are problems, and so are repeated ones
 * that take one value; several values are joined with commas.
 */
export function readQuery(
  url: string,
  schema: z.ZodObject,
  issues: InputIssue[],
): Record<string, string> {
  const known = Object.keys(schema.shape);
  const values: Record<string, string> = Object.create(null);
  const seen = new Set<string>();
  const start = url.indexOf('?');
  if (start === -1) return values;
  const pairs = url
    .slice(start + 1)
    .split('&')
    .filter(Boolean);
  // No endpoint has 100 parameters, so 100 always include an invalid one.
  for (const pair of pairs.slice(0, 100)) {
    const [rawName = '', ...rest] = pair.split('=');
    const name = decodeQueryPart(rawName) ?? rawName;
    const path = [name.slice(0, 100)];
    const value = decodeQueryPart(rest.join('='));
    if (!known.includes(name)) {
      issues.push({
        path,
        message: `is not a parameter of this endpoint${didYouMean(name, known)}`,
      });
    } else if (value === undefined) {
      issues.push({ path, message: 'is not validly percent-encoded' });
    } else if (seen.has(name) && !takesSeveralValues(schema.shape[name] as z.ZodType)) {
      issues.push({ path, message: 'is given more than once' });
    } else {
      seen.add(name);
      const text = cleanText(value, issues, path);
      if (text !== '') values[name] = name in values ? `${values[name]},${text}` : text;
    }
  }
  return values;
}

function decodeQueryPart(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** How to process the other rows, if some are valid and nothing else is wrong. */
function skipRemedy(
  { skippableRows: field }: Endpoint,
  body: unknown,
  issues: InputIssue[],
): string | undefined {
  const rows = field && (body as Record<string, unknown>)[field];
  if (!Array.isArray(rows)) return undefined;
  const invalidRows = new Set(
    issues.map(({ path: [name, row] }) => (name === field ? row : undefined)),
  );
  const canSkip = !invalidRows.has(undefined) && invalidRows.size < rows.length;
  return canSkip ? errorMessages.skipInvalidRows(field!) : undefined;
}

export type InvalidRows = Map<number, InputIssue[]>;

const maxIssuesPerRow = 20;

interface CheckedBody {
  body: Record<string, unknown> | null;
  invalidRows: InvalidRows;
  /** Warnings about ignored fields, if the request succeeds. */
  warnings: InputIssue[];
}

/**
 * Validates a body. If the endpoint and the caller allow skipping invalid rows, their problems are
 * kept separate from `issues`, and the body holds the valid rows only.
 */
function checkBody(endpoint: Endpoint, json: unknown, issues: InputIssue[]): CheckedBody {
  if (endpoint.body === null) return { body: null, invalidRows: new Map(), warnings: [] };
  const unknown = findUnknownFields(endpoint.body, json);
  const switches = safetySwitchesOf(endpoint);
  const [misspelledSwitches, otherMisspellings] = partition(
    misspelledFields(unknown),
    ({ path, suggestion }) => path.length === 1 && switches.includes(suggestion!),
  );
  issues.push(...misspelledSwitches, ...unsupportedFields(endpoint.body, json, safetyFields));
  const checked = checkRows(endpoint, endpoint.body, json, issues);
  if (issues.length > 0) issues.push(...otherMisspellings);
  return { ...checked, warnings: unknownFieldWarnings(unknown) };
}

function checkRows(
  { skippableRows: field }: Endpoint,
  schema: z.ZodObject,
  json: unknown,
  issues: InputIssue[],
): Omit<CheckedBody, 'warnings'> {
  const body = checkInput(schema, json, issues) ?? null;
  const invalidRows: InvalidRows = new Map();
  const input = json as { onInvalid?: unknown } & Record<string, unknown>;
  if (field === undefined || input.onInvalid !== 'skip') return { body, invalidRows };

  const [ofRows, others] = partition(
    issues,
    ({ path: [name, row] }) => name === field && typeof row === 'number',
  );
  for (const issue of ofRows) {
    const row = issue.path[1] as number;
    const known = invalidRows.get(row) ?? [];
    if (known.length < maxIssuesPerRow) known.push(issue);
    invalidRows.set(row, known);
  }
  issues.splice(0, issues.length, ...others);
  if (invalidRows.size === 0 || issues.length > 0) return { body, invalidRows };

  const rows = schema.shape[field] as z.ZodArray;
  const valid = (input[field] as unknown[]).filter((_, row) => !invalidRows.has(row));
  const lenient = schema.extend({ [field]: z.array(rows.element) });
  return { body: checkInput(lenient, { ...input, [field]: valid }, issues) ?? null, invalidRows };
}

function partition<T>(all: T[], belongs: (one: T) => boolean): [T[], T[]] {
  return [all.filter(belongs), all.filter((one) => !belongs(one))];
}
