import { type Attempt, asText, type Mistake } from './attempt.ts';
import type { Callers } from './callers.ts';
import type { Dice } from './dice.ts';
import { type Operation, operations } from './document.ts';
import { operationAt, paramsOf, pathOf } from './paths.ts';
import { placesIn, withValue } from './places.ts';
import { encode, proper } from './proper.ts';
import type { Tenants } from './tenants.ts';
import * as bodies from './wrong-bodies.ts';
import * as heads from './wrong-heads.ts';
import { type Adversary, type Wrong, wrongFor } from './wrong-values.ts';

type Change = (attempt: Attempt, adversary: Adversary) => Attempt;

interface Setting {
  tenants: Tenants;
  callers: Callers;
  /** Whether a request to this operation has succeeded yet. */
  isServed: (operation: Operation) => boolean;
}

/** The next request: as it should be, with one thing wrong, or wrong altogether. */
export async function imagine(
  dice: Dice,
  { tenants: { active, bystander }, callers, isServed }: Setting,
): Promise<Attempt> {
  const operation = dice.weigh(operations.map((each) => [weightOf(each), each] as const));
  const caller = await callers.take(dice, operation);
  const strangers = [...active.filter((tenant) => tenant !== caller.tenant), bystander, bystander];
  const attempt = proper(operation, caller, dice);
  // What has never been served is known only by its refusals.
  if (!isServed(operation) && dice.chance(0.7)) return attempt;
  return dice.weigh(changesOf(operation))(attempt, { dice, tenant: caller.tenant, strangers });
}

/** Without people there is nothing to organize. */
const addsPeople = new Set(['postLeads', 'postProspects']);

/** More for what is built, and for what takes more than its name. */
const weightOf = ({ id, isBuilt, body, parameters }: Operation): number =>
  (isBuilt ? 3 : 1) * (addsPeople.has(id) ? 10 : body ? 4 : Math.min(4, 2 + parameters.length));

const changesOf = ({ body, parameters, by: who }: Operation): [number, Change][] => {
  const hasPath = parameters.some((parameter) => parameter.in === 'path');
  const hasQuery = parameters.some((parameter) => parameter.in === 'query');
  const always: [number, Change][] = [
    [30, (attempt) => attempt],
    [who === 'anyone' ? 0 : 2, by(heads.wrongToken)],
    [2, by(heads.oddHeader)],
    [2, by(heads.oddMethod)],
    [2, by(heads.oddPath)],
    [hasPath ? 15 : 0, wrongPathPart],
    [hasQuery ? 30 : 0, wrongParameter],
    [hasQuery ? 10 : 3, oddQuery],
  ];
  if (!body) return [...always, [3, by(bodies.uncalledFor)]];
  const ofBodies: [number, Change][] = [
    ...always,
    [2, by(bodies.wrongType)],
    [0.5, by(bodies.compressed)],
    [3, by(heads.oddKey)],
    [2, by(bodies.noBody)],
    [0.05, by(bodies.tooLarge)],
  ];
  if (body.type !== 'application/json') return [...ofBodies, [40, by(bodies.brokenTable)]];
  const hasFields = Object.keys(body.schema.properties ?? {}).length > 0;
  return [
    ...ofBodies,
    [hasFields ? 40 : 0, wrongPlace],
    [hasFields ? 4 : 0, by(bodies.emptied)],
    [4, by(bodies.unknownField)],
    [2, by(bodies.repeatedField)],
    [4, by(bodies.unreadableBody)],
    [0.05, by(bodies.asLargeAsCanBe)],
  ];
};

const by =
  (mistake: Mistake): Change =>
  (attempt, { dice }) =>
    mistake(attempt, dice);

const wrongPlace: Change = (attempt, adversary) => {
  const { dice } = adversary;
  const { body, operation } = attempt;
  if (!operation?.body || !body || !('tree' in body)) return attempt;
  const places = placesIn(operation.body.schema, body.tree);
  const { path, schema } = dice.weigh(
    places.map((place) => [place.schema['x-ref'] ? 3 : 1, place] as const),
  );
  const name = String(path.findLast((step) => typeof step === 'string'));
  if (dice.chance(0.05))
    return {
      ...attempt,
      story: `no ${path.join('.')}`,
      body: { tree: withValue(body.tree, path) },
    };
  const { story, value, isForeign, fits } = wrongFor(schema, name, adversary);
  return {
    ...attempt,
    story: `${path.join('.')} ${story}`,
    body: { tree: withValue(body.tree, path, value) },
    ...(isForeign && { foreignAt: `/${path.join('/')}` }),
    ...(fits && { fullAt: name }),
  };
};

const oddSteps: ((right: string) => string)[] = [
  () => '',
  () => '.',
  () => '..',
  () => '%2e%2e',
  () => '%2F',
  () => '/',
  () => '%5C',
  () => '%00',
  () => '%',
  () => '%ED%A0%80',
  () => '__proto__',
  () => '{id}',
  () => ':id',
  () => '*',
  () => 'a'.repeat(101),
  () => 'a'.repeat(9_000),
  (right) => `${right}%2F`,
  (right) => `${right}%2F..`,
  (right) => `..%2F${right}`,
  (right) => `${right}/..`,
  (right) => `${right}%0d%0aX:%20y`,
  (right) => `${right}%20`,
  (right) => `${right},${right}`,
  (right) => right.replaceAll('-', '%2D'),
];

/** Something else where the path names a thing. It may then lead elsewhere, or nowhere. */
const wrongPathPart: Change = (attempt, adversary) => {
  const { dice } = adversary;
  const operation = attempt.operation!;
  const { name, schema } = dice.pick(
    operation.parameters.filter((parameter) => parameter.in === 'path'),
  );
  const params = paramsOf(operation, attempt.path);
  const { story, value, isForeign } = dice.chance(0.4)
    ? { story: 'is odd', value: dice.pick(oddSteps)(params[name]!), isForeign: false }
    : foundWrong(wrongFor(schema, name, adversary));
  const path = pathOf(operation, { ...params, [name]: value });
  const reached = operationAt(attempt.method, path);
  return {
    ...attempt,
    story: `${name} ${story}`,
    operation: reached,
    path,
    ...(isForeign && { foreignAt: name }),
    // Nothing else is wrong with it, so there is nothing else to complain about.
    ...(isForeign && !operation.body && attempt.query.length === 0 && { mustGet: 404 }),
    hasOddHead: reached !== operation || value.length > 1_000,
  };
};

const foundWrong = ({ value, ...wrong }: Wrong) => ({
  ...wrong,
  value: encode(asText(value).slice(0, 3_000)),
});

const wrongParameter: Change = (attempt, adversary) => {
  const { dice } = adversary;
  // Most can be wrong in a few ways only, a text in very many.
  const { name, schema } = dice.weigh(
    attempt
      .operation!.parameters.filter((parameter) => parameter.in === 'query')
      .map((parameter) => [parameter.schema.maxLength === undefined ? 1 : 5, parameter] as const),
  );
  const { story, value, isForeign, fits } = wrongFor(schema, name, adversary);
  const text = asText(value);
  return {
    ...attempt,
    story: `${name} ${story}`,
    query: [
      ...attempt.query.filter(([given]) => given !== name),
      [name, encode(text.slice(0, 30_000))],
    ],
    ...(isForeign && { foreignAt: name }),
    ...(fits && { fullAt: name }),
    hasOddHead: text.length > 1_000,
  };
};

const oddPairs: [string, string][] = [
  ['__proto__', 'x'],
  ['constructor', '1'],
  ['toString', ''],
  ['', 'x'],
  ['%', 'x'],
  ['%00', 'x'],
  ['%ff', 'x'],
  ['pagesize', '5'],
  ['workspaceId', 'x'],
  ['dryRun', 'true'],
  ['x%0d%0aSet-Cookie:%20a', 'b'],
];
const oddValues = [
  '%',
  '%zz',
  '%ff',
  '%00',
  '%ED%A0%80',
  '%C0%80',
  '%E2%82',
  'a%0d%0ab',
  '+++',
  'a=b=c',
  '\xff\xfe',
];

const oddQuery: Change = (attempt, { dice }) => {
  const { query, operation } = attempt;
  const known = operation!.parameters.filter((parameter) => parameter.in === 'query');
  const odd = dice.pick(oddPairs);
  const changes: [string, [string, string][], number?][] = [
    [`a parameter called ${JSON.stringify(odd[0])}`, [...query, odd], 422],
    ['300 parameters', Array.from({ length: 300 }, (_, n) => [`x${n}`, '1']), 422],
    ['a query of 20,000 bytes', [['x', 'x'.repeat(20_000)]]],
  ];
  if (query.length > 0) {
    const twice = dice.pick(query);
    changes.push([`${twice[0]} twice`, [...query, twice], 422]);
    changes.push([`${twice[0]} as a list`, [...query, [`${twice[0]}[]`, twice[1]]], 422]);
  }
  if (known.length > 0) {
    const { name } = dice.pick(known);
    const others = query.filter(([given]) => given !== name);
    changes.push([`${name} badly encoded`, [...others, [name, dice.pick(oddValues)]]]);
    if (known.some((parameter) => parameter.name === 'createdFrom'))
      changes.push([
        'from after to',
        [
          ['createdFrom', '2026-03-02'],
          ['createdTo', '2026-03-01'],
        ],
        422,
      ]);
  }
  const [story, changed, mustGet] = dice.pick(changes);
  return {
    ...attempt,
    story,
    query: changed,
    ...(mustGet !== undefined && { mustGet }),
    hasOddHead: true,
  };
};
