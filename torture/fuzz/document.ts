import { type Api, basePath, type Role } from '@outcrop/contract';
import { openApiDocument } from '@outcrop/contract/openapi';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Tree } from './attempt.ts';
import { inlined, refsIn, type Schema } from './schema.ts';

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Schema;
}

type Problems = (value: unknown) => ErrorObject[];

interface RequestBody {
  /** Such as application/json. */
  type: string;
  schema: Schema;
  examples: Tree[];
  problems: Problems;
  /** The largest that is read. */
  maxBytes: number;
  /** Elsewhere a null means that the field was left out. */
  keepsNulls: boolean;
}

interface DeclaredAnswer {
  /** The error codes that go with the status. */
  codes: string[];
  /** What is wrong with JSON that is answered. */
  problems: Problems;
  /** What can be answered instead of JSON. */
  otherTypes: string[];
}

export interface Operation {
  /** Both documents can have an operation of the same id, so the API is part of it. */
  key: string;
  id: string;
  api: Api;
  method: string;
  /** From the root on, with names in braces. */
  path: string;
  role: Role;
  perMinute: number;
  /** Who may call it: with a token or signed in, only signed in, or anyone. */
  by: 'either' | 'session' | 'anyone';
  /** What its limit is counted by: operations that share it have one limit together. */
  limit: string;
  isBuilt: boolean;
  parameters: Parameter[];
  body: RequestBody | null;
  /** By status. */
  answers: Map<number, DeclaredAnswer>;
  /** What is wrong with a request, going by the document alone. */
  pathProblems: Problems;
  queryProblems: Problems;
}

type Content = Record<string, { schema?: Schema; examples?: Record<string, { value: Tree }> }>;
interface Line {
  operationId: string;
  'x-not-built'?: true;
  'x-role': Role;
  'x-rate-limit-per-minute': number;
  'x-max-body-bytes'?: number;
  security?: Record<string, unknown>[];
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content: Content }>;
}
interface Document {
  paths: Record<string, Record<string, Line>>;
  components: { schemas: Record<string, Schema> };
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);

/** Every operation of both documents, with all that the fuzzer needs to know about it. */
export const operations: Operation[] = (Object.keys(basePath) as Api[]).flatMap((api) => {
  const { paths, components } = openApiDocument(api) as unknown as Document;
  const asSent = checkerWith(components);
  const asAnswered = checkerWith(closed(components));
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, line]) => {
      const parameters = line.parameters.map((parameter) => ({
        ...parameter,
        schema: inlined(parameter.schema, components.schemas),
      }));
      return {
        key: `${api} ${line.operationId}`,
        id: line.operationId,
        api,
        method: method.toUpperCase(),
        path: basePath[api] + path,
        role: line['x-role'],
        perMinute: line['x-rate-limit-per-minute'],
        by: byOf(line),
        limit: api === 'manage' ? `${api} ${byOf(line)}` : `${api} ${line.operationId}`,
        isBuilt: line['x-not-built'] !== true,
        parameters,
        body: line.requestBody ? bodyOf(line, line.requestBody.content, components, asSent) : null,
        answers: new Map(
          Object.entries(line.responses).map(([status, { content }]) => [
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

function byOf({ security }: Line): Operation['by'] {
  if (security?.length === 0) return 'anyone';
  return security?.every((way) => 'session' in way) ? 'session' : 'either';
}

/** Everything that an id in a request can point at. */
export const referents: string[] = [
  ...new Set(
    operations
      .flatMap(({ parameters, body }) => [
        ...parameters.map(({ schema }) => schema),
        ...(body ? [body.schema] : []),
      ])
      .flatMap(refsIn),
  ),
];

const { components: publicComponents } = openApiDocument('ext') as unknown as Document;
export const errorProblems = checkerWith(closed(publicComponents))({
  $ref: '#/components/schemas/Error',
});

type Check = (schema: object) => Problems;

function bodyOf(
  line: Line,
  content: Content,
  { schemas }: Document['components'],
  check: Check,
): RequestBody {
  const [type, { schema = {}, examples = {} }] = Object.entries(content)[0]!;
  const whole = inlined(schema, schemas);
  return {
    type,
    schema: whole,
    examples: Object.values(examples).map(({ value }) => value),
    problems: check(schema),
    maxBytes: line['x-max-body-bytes'] ?? 0,
    keepsNulls: JSON.stringify(whole).includes('"isNullable":true'),
  };
}

function answerOf(content: Content, check: Check): DeclaredAnswer {
  const { 'application/json': json, ...others } = content;
  return {
    codes: Object.keys(json?.examples ?? {}),
    problems: check(closed(json?.schema ?? {})),
    otherTypes: Object.keys(others),
  };
}

function objectOf(parameters: Parameter[], place: Parameter['in']): object {
  const here = parameters.filter((each) => each.in === place);
  return {
    type: 'object',
    properties: Object.fromEntries(here.map(({ name, schema }) => [name, schema])),
    additionalProperties: false,
  };
}

/** Compiling takes long, and most operations have most of their answers in common. */
function checkerWith(components: object): Check {
  const known = new Map<string, ValidateFunction>();
  return (schema) => {
    const text = JSON.stringify(schema);
    return (value) => {
      const validate = known.get(text) ?? ajv.compile({ components, ...schema });
      known.set(text, validate);
      return validate(value) ? [] : (validate.errors ?? []);
    };
  };
}

/**
 * The document lets answers grow, for the sake of callers. The service it was made with has no
 * business being ahead of it, so here a field that is not declared is a mistake.
 */
function closed<T>(part: T): T {
  if (Array.isArray(part)) return part.map(closed) as T;
  if (typeof part !== 'object' || part === null) return part;
  const inner = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, closed(value)]),
  );
  const isOpen = inner.type === 'object' && inner.properties && !('additionalProperties' in inner);
  return (isOpen ? { ...inner, additionalProperties: false } : inner) as T;
}
