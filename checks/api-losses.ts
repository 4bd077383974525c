import { type Role, roles } from '@outcrop/contract';
import { type Comparison, type Schema, schemaLosses } from './schema-losses.ts';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  style?: string;
  explode?: boolean;
  schema: Schema;
}

interface Example {
  value?: { error?: { code: string } };
}

type Content = Record<string, { schema?: Schema; examples?: Record<string, Example> }>;

interface Response {
  headers?: Record<string, unknown>;
  content?: Content;
}

interface Operation {
  operationId: string;
  security?: unknown;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, Response>;
  'x-role'?: Role;
  'x-rate-limit-per-minute'?: number;
  'x-max-body-bytes'?: number;
}

type Operations = Record<string, Record<string, Operation>>;

export interface ApiDocument {
  servers: unknown;
  security?: unknown;
  paths: Operations;
  webhooks?: Operations;
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, object> };
}

/** What callers lose when the old document becomes the new one: one sentence each, starting with where. */
export function apiLosses(old: ApiDocument, now: ApiDocument): string[] {
  const schemas = { before: old.components.schemas, after: now.components.schemas };
  return [
    ...(isSame(old.servers, now.servers) ? [] : ['The base path changed']),
    ...(isSame(old.security, now.security) ? [] : ['The default security changed']),
    ...Object.keys(old.components.securitySchemes)
      .filter((name) => !now.components.securitySchemes[name])
      .map((name) => `The security scheme ${name} was removed`),
    ...operationsLosses(old.paths, now.paths, { ...schemas, direction: 'request' }),
    // We send these requests, so callers read them like responses.
    ...operationsLosses(old.webhooks, now.webhooks, { ...schemas, direction: 'response' }),
  ];
}

function operationsLosses(old: Operations = {}, now: Operations = {}, by: Comparison): string[] {
  return Object.entries(old).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const where = `${method.toUpperCase()} ${path}`;
      const kept = now[path]?.[method];
      return kept ? operationLosses(operation, kept, where, by) : [`${where} was removed`];
    }),
  );
}

const operationLosses = (
  old: Operation,
  now: Operation,
  where: string,
  by: Comparison,
): string[] => [
  ...accessLosses(old, now).map((what) => `${where}: ${what}`),
  ...parameterLosses(old.parameters ?? [], now.parameters ?? [], where, by),
  ...bodyLosses(old.requestBody, now.requestBody, `${where}: body`, by),
  ...Object.entries(old.responses).flatMap(([status, response]) =>
    responseLosses(response, now.responses[status], `${where}: response ${status}`, by),
  ),
];

function accessLosses(old: Operation, now: Operation): string[] {
  const rank = ({ 'x-role': role }: Operation) => (role ? roles.indexOf(role) : -1);
  const limits = ['x-rate-limit-per-minute', 'x-max-body-bytes'] as const;
  const changes: [boolean, string][] = [
    [old.operationId !== now.operationId, `operationId ${old.operationId} was renamed`],
    [!isSame(old.security, now.security), 'security changed'],
    [rank(now) > rank(old), `now needs the role ${now['x-role']}`],
    ...limits.map((name): [boolean, string] => [
      (now[name] ?? Infinity) < (old[name] ?? Infinity),
      `${name} changed from ${old[name] ?? 'none'} to ${now[name]}`,
    ]),
  ];
  return changes.filter(([isLoss]) => isLoss).map(([, what]) => what);
}

function parameterLosses(
  olds: Parameter[],
  nows: Parameter[],
  where: string,
  by: Comparison,
): string[] {
  const find = (all: Parameter[], one: Parameter) =>
    all.find((other) => other.name === one.name && other.in === one.in);
  const at = (one: Parameter) => `${where}: ${one.in} ${one.name}`;
  const kept = olds.flatMap((old) => {
    const now = find(nows, old);
    if (!now) return [`${at(old)} was removed`];
    const isSameStyle = old.style === now.style && old.explode === now.explode;
    return [
      ...(isSameStyle ? [] : [`${at(old)} is written differently`]),
      ...(by.direction === 'response' && old.required && !now.required
        ? [`${at(old)} can now be missing`]
        : []),
      ...schemaLosses(old.schema, now.schema, at(old), by),
    ];
  });
  const demanded = nows.filter((now) => now.required && !find(olds, now)?.required);
  if (by.direction === 'response') return kept;
  return [...kept, ...demanded.map((now) => `${at(now)} is now required`)];
}

type Body = Operation['requestBody'];

function bodyLosses(old: Body, now: Body, where: string, by: Comparison): string[] {
  if (!old) return now?.required && by.direction === 'request' ? [`${where} is now required`] : [];
  if (!now) return [`${where} was removed`];
  return [
    ...(now.required && !old.required ? [`${where} is now required`] : []),
    ...contentLosses(old.content, now.content, where, by),
  ];
}

function responseLosses(
  old: Response,
  now: Response | undefined,
  where: string,
  by: Comparison,
): string[] {
  if (!now) return [`${where} was removed`];
  return [
    ...Object.keys(old.headers ?? {})
      .filter((name) => !now.headers?.[name])
      .map((name) => `${where}: header ${name} was removed`),
    ...contentLosses(old.content, now.content, where, { ...by, direction: 'response' }),
    ...errorCodes(old)
      .filter((code) => !errorCodes(now).includes(code))
      .map((code) => `${where}: error code ${code} was removed`),
  ];
}

/** An error response has one example for each of its codes. */
const errorCodes = ({ content }: Response): string[] =>
  Object.entries(content?.['application/json']?.examples ?? {})
    .filter(([, { value }]) => value?.error?.code !== undefined)
    .map(([code]) => code);

const contentLosses = (
  old: Content = {},
  now: Content = {},
  where: string,
  by: Comparison,
): string[] =>
  Object.entries(old).flatMap(([type, { schema = {} }]) => {
    const kept = now[type];
    return kept
      ? schemaLosses(schema, kept.schema ?? {}, where, by)
      : [`${where}: ${type} was removed`];
  });

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
