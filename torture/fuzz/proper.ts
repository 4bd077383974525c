import { type Attempt, isObject, type Tree, write } from './attempt.ts';
import type { Caller } from './callers.ts';
import type { Dice } from './dice.ts';
import { type Operation, resolve, type Schema } from './document.ts';
import { fitting, type Maker } from './fitting.ts';

/** A request with which nothing is wrong, as far as the document can tell. */
export function proper(operation: Operation, caller: Caller, dice: Dice): Attempt {
  const maker = { dice, tenant: caller.tenant };
  const keys = operation.parameters.filter((parameter) => parameter.in === 'header');
  return {
    story: 'as it should be',
    operation,
    caller,
    method: operation.method,
    path: operation.path,
    query: properQuery(operation, maker),
    headers: [
      ['Authorization', `Bearer ${caller.token}`],
      ...(operation.body ? [['Content-Type', 'application/json'] as [string, string]] : []),
      ...keys
        .filter(() => dice.chance(0.15))
        // Few different ones, so that some come back with the same body and some with another.
        .map(({ name }): [string, string] => [name, `key-${dice.below(20)}`]),
    ],
    body: operation.body && { tree: properBody(operation, operation.body, maker) },
  };
}

function properQuery({ id, parameters }: Operation, maker: Maker): [string, string][] {
  const { dice, tenant } = maker;
  const page = dice.chance(0.15) ? tenant.memory.pageOf(id, dice) : undefined;
  if (page) return [...page.query, ['cursor', encode(page.cursor)]];
  return parameters
    .filter((parameter) => parameter.in === 'query' && parameter.name !== 'cursor')
    .filter(() => dice.chance(0.2))
    .map(({ name, schema }) => [name, encode(asText(fitting(schema, name, maker)))]);
}

/** A value as it stands in a query. */
export const asText = (value: Tree): string => (typeof value === 'string' ? value : write(value));

const properBody = (operation: Operation, schema: Schema, maker: Maker): Tree =>
  maker.dice.chance(0.1)
    ? withOwnIds(schema, maker.dice.pick(operation.bodyExamples), maker)
    : fitting(schema, '', maker);

/** An example of the document, about things that exist. */
function withOwnIds(given: Schema, tree: Tree, maker: Maker): Tree {
  const schema = resolve(given);
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
