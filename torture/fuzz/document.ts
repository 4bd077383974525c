import { type ApiName, basePath, type Role } from '@outcrop/contract';
import { openApiDocument } from '@outcrop/contract/openapi';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { JsonTree } from './json-tree.ts';
import { inlineRefs, type RequestSchema, refsIn } from './schema.ts';

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: RequestSchema;
}

type FindProblems = (value: unknown) => ErrorObject[];

interface RequestBody {
  /** Such as application/json. */
  type: string;
  schema: RequestSchema;
  examples: JsonTree[];
  problems: FindProblems;
  /** The largest that is read. */
  maxBytes: number;
  /** Elsewhere a null means that the field was left out. */
  keepsNulls: boolean;
}

interface DeclaredAnswer {
  /** The error codes that go with the status. */
  codes: string[];
  /** Problems of a JSON response. */
  problems: FindProblems;
  /** Content types other than JSON. */
  otherTypes: string[];
}

export interface ApiOperation {
  /** Both documents can have an operation of the same id, so the API is part of it. */
  key: string;
  id: string;
  api: ApiName;
  method: string;
  /** The full path, with names in braces. */
  path: string;
  role: Role;
  perMinute: number;
  /** Who may call it: with a token or signed in, only signed in, or anyone. */
  by: 'either' | 'session' | 'anyone';
  /** Operations with the same value share one rate limit. */
  limit: string;
  parameters: Parameter[];
  body: RequestBody | null;
  /** By status. */
  answers: Map<number, DeclaredAnswer>;
  pathProblems: FindProblems;
  queryProblems: FindProblems;
}

type Content = Record<
  string,
  { schema?: RequestSchema; examples?: Record<string, { value: JsonTree }> }
>;
interface DocumentOperation {
  operationId: string;
  'x-role': Role;
  'x-rate-limit-per-minute': number;
  'x-max-body-bytes'?: number;
  security?: Record<string, unknown>[];
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content: Content }>;
}
interface Document {
  paths: Record<string, Record<string, DocumentOperation>>;
  components: { schemas: Record<string, RequestSchema> };
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);

export const apiOperations: ApiOperation[] = (Object.keys(basePath) as ApiName[]).flatMap((api) => {
  const { paths, components } = openApiDocument(api) as unknown as Document;
  const asSent = checkerWith(components);
  const asAnswered = checkerWith(withoutExtraFields(components));
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const parameters = operation.parameters.map((parameter) => ({
        ...parameter,
        schema: inlineRefs(parameter.schema, components.schemas),
      }));
      return {
        key: `${api} ${operation.operationId}`,
        id: operation.operationId,
        api,
        method: method.toUpperCase(),
        path: basePath[api] + path,
        role: operation['x-role'],
        perMinute: operation['x-rate-limit-per-minute'],
        by: accessOf(operation),
        limit:
          api === 'manage' ? `${api} ${accessOf(operation)}` : `${api} ${operation.operationId}`,
        parameters,
        body: operation.requestBody
          ? bodyOf(method, operation, operation.requestBody.content, components, asSent)
          : null,
        answers: new Map(
          Object.entries(operation.responses).map(([status, { content }]) => [
            Number(status),
            answerOf(content, asAnswered),
          ]),
        ),
        pathProblems: asSent(objectOf(parameters, 'path')),
        queryProblems: asSent(objectOf(parameters, 'query')),
      };
    }),
  );
});

function accessOf({ security }: DocumentOperation): ApiOperation['by'] {
  if (security?.length === 0) return 'anyone';
  return security?.every((way) => 'session' in way) ? 'session' : 'either';
}

/** Everything that an id in a request can refer to. */
export const refTargets: string[] = [
  ...new Set(
    apiOperations
      .flatMap(({ parameters, body }) => [
        ...parameters.map(({ schema }) => schema),
        ...(body ? [body.schema] : []),
      ])
      .flatMap(refsIn),
  ),
];

const { components: publicComponents } = openApiDocument('ext') as unknown as Document;
export const errorProblems = checkerWith(withoutExtraFields(publicComponents))({
  $ref: '#/components/schemas/Error',
});

type CompileSchema = (schema: object) => FindProblems;

function bodyOf(
  method: string,
  operation: DocumentOperation,
  content: Content,
  { schemas }: Document['components'],
  check: CompileSchema,
): RequestBody {
  const [type, { schema = {}, examples = {} }] = Object.entries(content)[0]!;
  const whole = inlineRefs(schema, schemas);
  return {
    type,
    schema: whole,
    examples: Object.values(examples).map(({ value }) => value),
    problems: check(schema),
    maxBytes: operation['x-max-body-bytes'] ?? 0,
    keepsNulls: method === 'patch' && JSON.stringify(whole).includes('"isNullable":true'),
  };
}

function answerOf(content: Content, check: CompileSchema): DeclaredAnswer {
  const { 'application/json': json, ...others } = content;
  return {
    codes: Object.keys(json?.examples ?? {}),
    problems: check(withoutExtraFields(json?.schema ?? {})),
    otherTypes: Object.keys(others),
  };
}

function objectOf(parameters: Parameter[], location: Parameter['in']): object {
  const matching = parameters.filter((each) => each.in === location);
  return {
    type: 'object',
    properties: Object.fromEntries(matching.map(({ name, schema }) => [name, schema])),
    additionalProperties: false,
  };
}

/** Caches compiled schemas: compiling is slow, and most operations share their answers. */
function checkerWith(components: object): CompileSchema {
  const compiled = new Map<string, ValidateFunction>();
  return (schema) => {
    const text = JSON.stringify(schema);
    return (value) => {
      const validate = compiled.get(text) ?? ajv.compile({ components, ...schema });
      compiled.set(text, validate);
      return validate(value) ? [] : (validate.errors ?? []);
    };
  };
}

/** The document allows extra fields in answers; here an undeclared field is a failure. */
function withoutExtraFields<T>(part: T): T {
  if (Array.isArray(part)) return part.map(withoutExtraFields) as T;
  if (typeof part !== 'object' || part === null) return part;
  const inner = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, withoutExtraFields(value)]),
  );
  const isOpen = inner.type === 'object' && inner.properties && !('additionalProperties' in inner);
  return (isOpen ? { ...inner, additionalProperties: false } : inner) as T;
}
