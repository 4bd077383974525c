import * as heads from './bad-headers.ts';
import { type ApiOperation, apiOperations } from './document.ts';
import type { FuzzCallers } from './fuzz-callers.ts';
import { asText } from './json-tree.ts';
import { operationAt, paramsOf, pathOf } from './paths.ts';
import type { Random } from './random.ts';
import type { RequestAttempt, RequestMistake } from './request-attempt.ts';
import type { Tenants } from './tenants.ts';
import { encodePathPart, validRequest } from './valid-request.ts';
import { valuePathsIn, withValue } from './value-paths.ts';
import * as bodies from './wrong-bodies.ts';
import { type WrongValue, type WrongValueContext, wrongValueFor } from './wrong-values.ts';

type RequestChange = (attempt: RequestAttempt, context: WrongValueContext) => RequestAttempt;

interface GenerateContext {
  tenants: Tenants;
  callers: FuzzCallers;
  hasSucceeded: (operation: ApiOperation) => boolean;
}

/** The next request: valid, or with one mistake. */
export async function generateRequest(
  random: Random,
  { tenants: { active, inactive }, callers, hasSucceeded: isServed }: GenerateContext,
): Promise<RequestAttempt> {
  const operation = random.weigh(apiOperations.map((each) => [weightOf(each), each] as const));
  const caller = await callers.take(random, operation);
  const otherTenants = [...active.filter((tenant) => tenant !== caller.tenant), inactive, inactive];
  const attempt = validRequest(operation, caller, random);
  // Until an operation has succeeded once, mostly send valid requests.
  if (!isServed(operation) && random.chance(0.7)) return attempt;
  return random.weigh(changesOf(operation))(attempt, {
    random,
    tenant: caller.tenant,
    otherTenants,
  });
}

/** Other operations need prospects. */
const addsPeople = new Set(['postLeads', 'postProspects']);

/** More requests for operations with more parameters. */
const weightOf = ({ id, body, parameters }: ApiOperation): number =>
  addsPeople.has(id) ? 10 : body ? 4 : Math.min(4, 2 + parameters.length);

const changesOf = ({ body, parameters, by: who }: ApiOperation): [number, RequestChange][] => {
  const hasPath = parameters.some((parameter) => parameter.in === 'path');
  const hasQuery = parameters.some((parameter) => parameter.in === 'query');
  const always: [number, RequestChange][] = [
    [30, (attempt) => attempt],
    [who === 'anyone' ? 0 : 2, toChange(heads.wrongToken)],
    [2, toChange(heads.unusualHeader)],
    [2, toChange(heads.unusualMethod)],
    [2, toChange(heads.unusualPath)],
    [hasPath ? 15 : 0, wrongPathPart],
    [hasQuery ? 30 : 0, wrongParameter],
    [hasQuery ? 10 : 3, unusualQuery],
  ];
  if (!body) return [...always, [3, toChange(bodies.unexpectedBody)]];
  const ofBodies: [number, RequestChange][] = [
    ...always,
    [2, toChange(bodies.wrongType)],
    [0.5, toChange(bodies.compressedBody)],
    [3, toChange(heads.unusualIdempotencyKey)],
    [2, toChange(bodies.noBody)],
    [0.05, toChange(bodies.tooLargeBody)],
  ];
  if (body.type !== 'application/json') return [...ofBodies, [40, toChange(bodies.brokenTable)]];
  const hasFields = Object.keys(body.schema.properties ?? {}).length > 0;
  return [
    ...ofBodies,
    [hasFields ? 40 : 0, wrongBodyValue],
    [hasFields ? 4 : 0, toChange(bodies.emptyFields)],
    [4, toChange(bodies.unknownField)],
    [2, toChange(bodies.repeatedField)],
    [4, toChange(bodies.unreadableBody)],
    [0.05, toChange(bodies.maxSizeBody)],
  ];
};

const toChange =
  (mistake: RequestMistake): RequestChange =>
  (attempt, { random }) =>
    mistake(attempt, random);

const wrongBodyValue: RequestChange = (attempt, context) => {
  const { random } = context;
  const { body, operation } = attempt;
  if (!operation?.body || !body || !('tree' in body)) return attempt;
  const places = valuePathsIn(operation.body.schema, body.tree);
  const { path, schema } = random.weigh(
    places.map((place) => [place.schema['x-ref'] ? 3 : 1, place] as const),
  );
  const name = String(path.findLast((step) => typeof step === 'string'));
  if (random.chance(0.05))
    return {
      ...attempt,
      description: `no ${path.join('.')}`,
      body: { tree: withValue(body.tree, path) },
    };
  const { story, value, isForeign, fits } = wrongValueFor(schema, name, context);
  return {
    ...attempt,
    description: `${path.join('.')} ${story}`,
    body: { tree: withValue(body.tree, path, value) },
    ...(isForeign && { foreignAt: `/${path.join('/')}` }),
    ...(fits && { maxLengthField: name }),
  };
};

const unusualPathParts: ((right: string) => string)[] = [
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

/** Another value in the path, which may lead to another operation or none. */
const wrongPathPart: RequestChange = (attempt, context) => {
  const { random } = context;
  const operation = attempt.operation!;
  const { name, schema } = random.pick(
    operation.parameters.filter((parameter) => parameter.in === 'path'),
  );
  const params = paramsOf(operation, attempt.path);
  const { story, value, isForeign } = random.chance(0.4)
    ? { story: 'is unusual', value: random.pick(unusualPathParts)(params[name]!), isForeign: false }
    : asPathValue(wrongValueFor(schema, name, context));
  const path = pathOf(operation, { ...params, [name]: value });
  const reached = operationAt(attempt.method, path);
  return {
    ...attempt,
    description: `${name} ${story}`,
    operation: reached,
    path,
    ...(isForeign && { foreignAt: name }),
    // Nothing else is wrong, so the answer must be 404.
    ...(isForeign && !operation.body && attempt.query.length === 0 && { expectedStatus: 404 }),
    hasUnusualHead: reached !== operation || value.length > 1_000,
  };
};

const asPathValue = ({ value, ...wrong }: WrongValue) => ({
  ...wrong,
  value: encodePathPart(asText(value).slice(0, 3_000)),
});

const wrongParameter: RequestChange = (attempt, context) => {
  const { random } = context;
  // Texts can be wrong in many more ways.
  const { name, schema } = random.weigh(
    attempt
      .operation!.parameters.filter((parameter) => parameter.in === 'query')
      .map((parameter) => [parameter.schema.maxLength === undefined ? 1 : 5, parameter] as const),
  );
  const { story, value, isForeign, fits } = wrongValueFor(schema, name, context);
  const text = asText(value);
  return {
    ...attempt,
    description: `${name} ${story}`,
    query: [
      ...attempt.query.filter(([given]) => given !== name),
      [name, encodePathPart(text.slice(0, 30_000))],
    ],
    ...(isForeign && { foreignAt: name }),
    ...(fits && { maxLengthField: name }),
    hasUnusualHead: text.length > 1_000,
  };
};

const unusualParameters: [string, string][] = [
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
const badlyEncodedValues = [
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

const unusualQuery: RequestChange = (attempt, { random }) => {
  const { query, operation } = attempt;
  const known = operation!.parameters.filter((parameter) => parameter.in === 'query');
  const odd = random.pick(unusualParameters);
  const changes: [string, [string, string][], number?][] = [
    [`a parameter called ${JSON.stringify(odd[0])}`, [...query, odd], 422],
    ['300 parameters', Array.from({ length: 300 }, (_, n) => [`x${n}`, '1']), 422],
    ['a query of 20,000 bytes', [['x', 'x'.repeat(20_000)]]],
  ];
  if (query.length > 0) {
    const twice = random.pick(query);
    changes.push([`${twice[0]} twice`, [...query, twice], 422]);
    changes.push([`${twice[0]} as a list`, [...query, [`${twice[0]}[]`, twice[1]]], 422]);
  }
  if (known.length > 0) {
    const { name } = random.pick(known);
    const others = query.filter(([given]) => given !== name);
    changes.push([`${name} badly encoded`, [...others, [name, random.pick(badlyEncodedValues)]]]);
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
  const [story, changed, mustGet] = random.pick(changes);
  return {
    ...attempt,
    description: story,
    query: changed,
    ...(mustGet !== undefined && { expectedStatus: mustGet }),
    hasUnusualHead: true,
  };
};
