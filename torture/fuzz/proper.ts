import { type Attempt, asText, type Body, isObject, type Tree } from './attempt.ts';
import { type Caller, credentialsOf } from './callers.ts';
import { properCsv } from './csv.ts';
import type { Dice } from './dice.ts';
import type { Operation } from './document.ts';
import { fitting, type Maker } from './fitting.ts';
import { pathOf } from './paths.ts';
import type { Schema } from './schema.ts';

/** A request with which nothing is wrong, as far as the document can tell. */
export function proper(operation: Operation, caller: Caller, dice: Dice): Attempt {
  const maker = { dice, tenant: caller.tenant };
  const keys = operation.parameters.filter(({ name }) => name === 'Idempotency-Key');
  return {
    story: 'as it should be',
    operation,
    caller,
    method: operation.method,
    path: pathOf(operation, properParams(operation, maker)),
    query: properQuery(operation, maker),
    headers: [
      ...credentialsOf(operation, caller),
      ...(operation.body ? [['Content-Type', operation.body.type] as [string, string]] : []),
      ...keys
        .filter(() => dice.chance(0.15))
        // Few different ones, so that some come back with the same body and some with another.
        .map(({ name }): [string, string] => [name, `key-${dice.below(20)}`]),
    ],
    body: operation.body && properBody(operation.body, maker),
  };
}

function properParams({ path, parameters }: Operation, maker: Maker): Record<string, string> {
  const { dice, tenant } = maker;
  const undoable = path.endsWith('/undo') ? tenant.memory.takeId('undoable', dice) : undefined;
  return Object.fromEntries(
    parameters
      .filter((parameter) => parameter.in === 'path')
      .map(({ name, schema }) => [name, undoable ?? encode(asText(fitting(schema, name, maker)))]),
  );
}

function properQuery({ key, parameters }: Operation, maker: Maker): [string, string][] {
  const { dice, tenant } = maker;
  const page = dice.chance(0.15) ? tenant.memory.pageOf(key, dice) : undefined;
  if (page) return [...page.query, ['cursor', encode(page.cursor)]];
  return parameters
    .filter((parameter) => parameter.in === 'query' && parameter.name !== 'cursor')
    .filter(({ required }) => required || dice.chance(0.2))
    .map(({ name, schema }) => [name, encode(asText(fitting(schema, name, maker)))]);
}

function properBody(
  { type, schema, examples }: NonNullable<Operation['body']>,
  maker: Maker,
): Body {
  if (type !== 'application/json') return { bytes: Buffer.from(properCsv(examples, maker)) };
  const isExample = examples.length > 0 && maker.dice.chance(0.2);
  const tree = isExample
    ? withOwnIds(schema, maker.dice.pick(examples), maker)
    : fitting(schema, '', maker);
  return { tree };
}

/** An example of the document, about things that exist. */
function withOwnIds(schema: Schema, tree: Tree, maker: Maker): Tree {
  if (schema['x-ref'] !== undefined) return fitting(schema, '', maker);
  if (Array.isArray(tree)) return tree.map((item) => withOwnIds(schema.items ?? {}, item, maker));
  if (!isObject(tree)) return tree;
  return Object.fromEntries(
    Object.entries(tree).map(([name, value]) => [
      name,
      withOwnIds(schema.properties?.[name] ?? {}, value, maker),
    ]),
  );
}

/** Percent-encoded, half surrogate pairs included: encodeURIComponent refuses those. */
export const encode = (text: string): string =>
  [...text].map((each) => (each.isWellFormed() ? encodeURIComponent(each) : '%ED%A0%80')).join('');
