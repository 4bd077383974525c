import type { Attempt, Mistake } from './attempt.ts';
import type { Callers } from './callers.ts';
import type { Dice } from './dice.ts';
import { type Operation, operations } from './document.ts';
import { placesIn, withValue } from './places.ts';
import { asText, encode, proper } from './proper.ts';
import type { Tenants } from './tenants.ts';
import * as bodies from './wrong-bodies.ts';
import * as heads from './wrong-heads.ts';
import { type Adversary, wrongFor } from './wrong-values.ts';

type Change = (attempt: Attempt, adversary: Adversary) => Attempt;

/** The next request: as it should be, with one thing wrong, or wrong altogether. */
export async function imagine(
  dice: Dice,
  { active, bystander }: Tenants,
  callers: Callers,
): Promise<Attempt> {
  const operation = dice.weigh(operations.map((each) => [weightOf(each), each] as const));
  const caller = await callers.take(dice, operation);
  const strangers = [...active.filter((tenant) => tenant !== caller.tenant), bystander, bystander];
  const attempt = proper(operation, caller, dice);
  return dice.weigh(changesOf(operation))(attempt, { dice, tenant: caller.tenant, strangers });
}

/** More for what is built, and for what takes more than its name. */
const weightOf = ({ isBuilt, body, parameters }: Operation): number =>
  (isBuilt ? 3 : 1) * (body ? 4 : Math.min(4, 1 + parameters.length));

const changesOf = ({ body, parameters }: Operation): [number, Change][] => {
  const hasQuery = parameters.some((parameter) => parameter.in === 'query');
  const always: [number, Change][] = [
    [30, (attempt) => attempt],
    [2, by(heads.wrongToken)],
    [2, by(heads.oddHeader)],
    [2, by(heads.oddMethod)],
    [2, by(heads.oddPath)],
    [hasQuery ? 30 : 0, wrongParameter],
    [hasQuery ? 10 : 3, oddQuery],
  ];
  if (!body) return always;
  return [
    ...always,
    [40, wrongPlace],
    [4, by(bodies.unknownField)],
    [2, by(bodies.repeatedField)],
    [4, by(bodies.unreadableBody)],
    [2, by(bodies.wrongType)],
    [0.5, by(bodies.compressed)],
    [3, by(heads.oddKey)],
    [0.05, by(bodies.tooLarge)],
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
  const places = placesIn(operation.body, body.tree);
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
