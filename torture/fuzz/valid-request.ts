import { validCsv } from './csv.ts';
import type { ApiOperation } from './document.ts';
import { credentialsOf, type FuzzCaller } from './fuzz-callers.ts';
import { asText, isObject, type JsonTree } from './json-tree.ts';
import { matchingValue, type ValueContext } from './matching-value.ts';
import { pathOf } from './paths.ts';
import type { Random } from './random.ts';
import type { AttemptBody, RequestAttempt } from './request-attempt.ts';
import type { RequestSchema } from './schema.ts';

/** A request that is valid by the document. */
export function validRequest(
  operation: ApiOperation,
  caller: FuzzCaller,
  random: Random,
): RequestAttempt {
  const context = { random, tenant: caller.tenant };
  const keys = operation.parameters.filter(({ name }) => name === 'Idempotency-Key');
  return {
    description: 'a valid request',
    operation,
    caller,
    method: operation.method,
    path: pathOf(operation, validParams(operation, context)),
    query: validQuery(operation, context),
    headers: [
      ...credentialsOf(operation, caller),
      ...(operation.body ? [['Content-Type', operation.body.type] as [string, string]] : []),
      ...keys
        .filter(() => random.chance(0.15))
        // Few different keys, so that some are repeated with the same or another body.
        .map(({ name }): [string, string] => [name, `key-${random.below(20)}`]),
    ],
    body: operation.body && validBody(operation.body, context),
  };
}

function validParams(
  { path, parameters }: ApiOperation,
  context: ValueContext,
): Record<string, string> {
  const { random, tenant } = context;
  const undoable = path.endsWith('/undo') ? tenant.memory.takeId('undoable', random) : undefined;
  return Object.fromEntries(
    parameters
      .filter((parameter) => parameter.in === 'path')
      .map(({ name, schema }) => [
        name,
        undoable ?? encodePathPart(asText(matchingValue(schema, name, context))),
      ]),
  );
}

function validQuery({ key, parameters }: ApiOperation, context: ValueContext): [string, string][] {
  const { random, tenant } = context;
  const page = random.chance(0.15) ? tenant.memory.pageOf(key, random) : undefined;
  if (page) return [...page.query, ['cursor', encodePathPart(page.cursor)]];
  return parameters
    .filter((parameter) => parameter.in === 'query' && parameter.name !== 'cursor')
    .filter(({ required }) => required || random.chance(0.2))
    .map(({ name, schema }) => [
      name,
      encodePathPart(asText(matchingValue(schema, name, context))),
    ]);
}

function validBody(
  { type, schema, examples }: NonNullable<ApiOperation['body']>,
  context: ValueContext,
): AttemptBody {
  if (type !== 'application/json') return { bytes: Buffer.from(validCsv(examples, context)) };
  const isExample = examples.length > 0 && context.random.chance(0.2);
  const tree = isExample
    ? withOwnIds(schema, context.random.pick(examples), context)
    : matchingValue(schema, '', context);
  return { tree };
}

/** An example of the document with existing ids. */
function withOwnIds(schema: RequestSchema, tree: JsonTree, context: ValueContext): JsonTree {
  if (schema['x-ref'] !== undefined) return matchingValue(schema, '', context);
  if (Array.isArray(tree)) return tree.map((item) => withOwnIds(schema.items ?? {}, item, context));
  if (!isObject(tree)) return tree;
  return Object.fromEntries(
    Object.entries(tree).map(([name, value]) => [
      name,
      withOwnIds(schema.properties?.[name] ?? {}, value, context),
    ]),
  );
}

/** Like encodeURIComponent, but accepts lone surrogates. */
export const encodePathPart = (text: string): string =>
  [...text].map((each) => (each.isWellFormed() ? encodeURIComponent(each) : '%ED%A0%80')).join('');
