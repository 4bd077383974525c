import { basePath, type Role } from '@outcrop/contract';
import { openApiDocument } from '@outcrop/contract/openapi';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Tree } from './attempt.ts';

/** As much of JSON Schema as the document uses for requests. */
export interface Schema {
  $ref?: string;
  type?: string;
  enum?: string[];
  anyOf?: Schema[];
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  'x-ref'?: string;
}

interface Parameter {
  name: string;
  in: 'query' | 'header';
  schema: Schema;
}

export type Problems = (value: unknown) => ErrorObject[];

export interface Operation {
  id: string;
  method: string;
  path: string;
  role: Role;
  perMinute: number;
  isBuilt: boolean;
  parameters: Parameter[];
  body: Schema | null;
  bodyExamples: Tree[];
  /** By status: the error codes that go with it, and what is wrong with a body. */
  answers: Map<number, { codes: string[]; problems: Problems }>;
  /** What is wrong with a request, going by the document alone. */
  queryProblems: Problems;
  bodyProblems: Problems;
}

interface Content {
  'application/json': { schema: Schema; examples: Record<string, { value: Tree }> };
}
interface Line {
  operationId: string;
  'x-not-built'?: true;
  'x-role': Role;
  'x-rate-limit-per-minute': number;
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content: Content }>;
}

const document = openApiDocument() as {
  paths: Record<string, Record<string, Line>>;
  components: { schemas: Record<string, Schema> };
};
const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
const exact = closed(document.components);

/** Every operation of the document, with all that the fuzzer needs to know about it. */
export const operations: Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, line]) => {
    const body = line.requestBody?.content['application/json'];
    const query = line.parameters.filter((parameter) => parameter.in === 'query');
    return {
      id: line.operationId,
      method: method.toUpperCase(),
      path: basePath.ext + path,
      role: line['x-role'],
      perMinute: line['x-rate-limit-per-minute'],
      isBuilt: line['x-not-built'] !== true,
      parameters: line.parameters,
      body: body?.schema ?? null,
      bodyExamples: Object.values(body?.examples ?? {}).map(({ value }) => value),
      answers: new Map(
        Object.entries(line.responses).map(([status, { content }]) => {
          const { schema, examples } = content['application/json'];
          return [
            Number(status),
            { codes: Object.keys(examples), problems: checker(closed(schema), exact) },
          ];
        }),
      ),
      queryProblems: checker({
        type: 'object',
        properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
        additionalProperties: false,
      }),
      bodyProblems: checker(body?.schema ?? {}),
    };
  }),
);

export const errorProblems = checker(exact.schemas.Error!, exact);

/** The schema that a reference means, or the schema itself. */
export const resolve = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : document.components.schemas[schema.$ref.split('/').at(-1)!]!;

function checker(schema: object, components = document.components): Problems {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= ajv.compile({ components, ...schema });
    return validate(value) ? [] : (validate.errors ?? []);
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
