import { basePath, type Endpoint } from '@outcrop/contract';
import type { z } from 'zod';
import type { ApiError } from '../platform/error.ts';
import type { RequestRecord } from '../platform/http/request-record.ts';

/** A stored request, as `record_requests` expects it. */
export interface RequestLogEntry {
  workspaceId: string;
  at: Date;
  correlationId: string;
  method: string;
  path: string | null;
  status: number;
  ms: number;
  tokenId: string | null;
  userId: string;
  errorCode: string | null;
  replayed: boolean;
  requestBytes: number;
  answerBytes: number | null;
  sent: object;
  problems: string[];
}

/** The maximum of the integer column. */
const maxBytes = 2_147_483_647;

export function requestLogEntryOf({
  caller,
  endpoint,
  error,
  requestBytes,
  ...record
}: RequestRecord): RequestLogEntry {
  const { correlationId, at, method, status, ms, replayed, answerBytes } = record;
  return {
    workspaceId: caller.workspaceId,
    at,
    correlationId,
    method,
    path: endpoint && basePath[endpoint.api] + endpoint.path,
    status,
    ms,
    tokenId: caller.tokenId,
    userId: caller.userId,
    errorCode: error?.code ?? null,
    replayed,
    requestBytes: Math.min(requestBytes, maxBytes),
    answerBytes,
    sent: endpoint ? outlineOfInput(endpoint, record) : {},
    problems: error ? problemsOf(error, endpoint) : [],
  };
}

function outlineOfInput(
  { params, query, body }: Endpoint,
  sent: Pick<RequestRecord, 'params' | 'url' | 'body'>,
): object {
  const start = sent.url.indexOf('?');
  const queryValues =
    start === -1 ? null : Object.fromEntries(new URLSearchParams(sent.url.slice(start)));
  return {
    ...(params && { params: outlineOf(params, sent.params) }),
    ...(queryValues && { query: outlineOf(query, queryValues) }),
    ...(body && sent.body !== undefined && { body: outlineOf(body, sent.body) }),
  };
}

const maxProblems = 20;
const maxMessageLength = 300;
const maxIds = 10;

/** The error messages, without values quoted from the request or the workspace. */
function problemsOf({ message, details }: ApiError, endpoint: Endpoint | null): string[] {
  const { issues, notFound = [] } = details;
  const sentences = issues
    ? issues
        .slice(0, maxProblems)
        .map((issue) => `${formatPath(issue.path, endpoint)} ${issue.message}`)
    : [message];
  return [
    ...sentences.map(replaceQuotes),
    ...moreText((issues ?? []).length - maxProblems),
    ...(notFound.length > 0 ? [`Not found: ${notFound.slice(0, maxIds).join(', ')}`] : []),
    ...moreText(notFound.length - maxIds),
  ];
}

const moreText = (count: number): string[] => (count > 0 ? [`(${count} more)`] : []);

/** Messages contain user data only in quotation marks. */
const replaceQuotes = (sentence: string): string =>
  sentence.replaceAll(/".*"/gs, '"…"').slice(0, maxMessageLength);

/** A path such as `leads[3].email`. Names not in the contract are replaced. */
const formatPath = (path: (string | number)[], endpoint: Endpoint | null): string =>
  path.reduce<string>((prefix, step) => {
    if (typeof step === 'number') return `${prefix}[${step}]`;
    const name = isKnownName(step, endpoint) ? step : '…';
    return prefix === '' ? name : `${prefix}.${name}`;
  }, '');

const knownNames = new WeakMap<Endpoint, Set<string>>();

function isKnownName(name: string, endpoint: Endpoint | null): boolean {
  if (['body', 'file', 'Idempotency-Key'].includes(name)) return true;
  if (!endpoint) return false;
  let names = knownNames.get(endpoint);
  if (!names) {
    const { params, query, body } = endpoint;
    names = new Set(
      [params, query, body].flatMap((schema) => (schema ? fieldNamesIn(schema) : [])),
    );
    knownNames.set(endpoint, names);
  }
  return names.has(name);
}

const maxItems = 5;

/**
 * An outline of the input without personal data. Values that the contract restricts (enums, ids,
 * numbers, dates, booleans) are kept. Free text is replaced by its length, and unknown fields are
 * only counted.
 */
export function outlineOf(schema: z.ZodType, value: unknown): unknown {
  return outlineValue(possibleSchemasOf(schema), value);
}

/** All field names, at any depth. */
function fieldNamesIn(schema: z.ZodType): string[] {
  return possibleSchemasOf(schema).flatMap(({ def }) => {
    if (def.type === 'array') return fieldNamesIn(def.element as z.ZodType);
    if (def.type !== 'object') return [];
    return Object.entries(def.shape).flatMap(([name, field]) => [
      name,
      ...fieldNamesIn(field as z.ZodType),
    ]);
  });
}

/** One of the schemas that a value can have. */
interface PossibleSchema {
  schema: z.ZodType;
  def: z.core.$ZodTypes['_zod']['def'];
  /** Whether the contract restricts the possible values. */
  isBounded: boolean;
}

function outlineValue(schemas: PossibleSchema[], value: unknown): unknown {
  if (value === null || value === undefined || typeof value === 'boolean') return value;
  if (schemas.some(({ schema, isBounded }) => isBounded && schema.safeParse(value).success))
    return value;
  if (typeof value === 'string') return `(text of ${value.length})`;
  if (Array.isArray(value)) return outlineOfItems(schemas, value);
  if (typeof value === 'object') return outlineOfFields(schemas, value);
  return `(${typeof value})`;
}

function outlineOfItems(schemas: PossibleSchema[], items: unknown[]): unknown {
  const elements = schemas.flatMap(({ def }) =>
    def.type === 'array' ? possibleSchemasOf(def.element as z.ZodType) : [],
  );
  if (elements.length === 0) return `(list of ${items.length})`;
  const omitted = items.length - maxItems;
  return [
    ...items.slice(0, maxItems).map((item) => outlineValue(elements, item)),
    ...(omitted > 0 ? [`(${omitted} more)`] : []),
  ];
}

function outlineOfFields(schemas: PossibleSchema[], value: object): object {
  const outlined: Record<string, unknown> = {};
  let unknown = 0;
  for (const [name, item] of Object.entries(value)) {
    const fields = schemas.flatMap(({ def }) =>
      def.type === 'object' && Object.hasOwn(def.shape, name)
        ? possibleSchemasOf(def.shape[name] as z.ZodType)
        : [],
    );
    if (fields.length > 0) outlined[name] = outlineValue(fields, item);
    else unknown++;
  }
  return { ...outlined, ...(unknown > 0 && { '…': `(${unknown} unknown)` }) };
}

const knownSchemas = new WeakMap<z.ZodType, PossibleSchema[]>();

function possibleSchemasOf(schema: z.ZodType): PossibleSchema[] {
  const schemas = knownSchemas.get(schema) ?? unwrapSchema(schema);
  knownSchemas.set(schema, schemas);
  return schemas;
}

function unwrapSchema(schema: z.ZodType): PossibleSchema[] {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  const isBounded = isBoundedSchema(schema, def);
  if (isBounded) return [{ schema, def, isBounded }];
  switch (def.type) {
    case 'union':
      return def.options.flatMap((option) => possibleSchemasOf(option as z.ZodType));
    case 'pipe':
      return possibleSchemasOf(def.in as z.ZodType);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
      return possibleSchemasOf(def.innerType as z.ZodType);
    default:
      return [{ schema, def, isBounded }];
  }
}

const boundedTypes = ['enum', 'literal', 'number', 'boolean'];
const boundedFormats = ['guid', 'uuid', 'date', 'datetime'];

function isBoundedSchema(schema: z.ZodType, def: PossibleSchema['def']): boolean {
  // Query parameters are strings; their OpenAPI metadata gives the real type.
  const { type, anyOf, 'x-ref': referent } = schema.meta() ?? {};
  const isNamed =
    ['integer', 'boolean', 'array'].includes(String(type)) || (anyOf ?? referent) !== undefined;
  const format = def.type === 'string' && 'format' in def ? String(def.format) : '';
  return isNamed || boundedTypes.includes(def.type) || boundedFormats.includes(format);
}
