import { openApiDocument } from '@outcrop/contract/openapi';
import { expect, test } from 'vitest';
import { type ApiDocument, type ApiSchema, apiLosses } from './api-losses.ts';

const released = openApiDocument() as unknown as ApiDocument;

/** What is lost when the document is edited. */
function lossesBy(edit: (document: ApiDocument) => void): string[] {
  const edited = structuredClone(released);
  edit(edited);
  return apiLosses(released, edited);
}

const at = ({ paths }: ApiDocument, name: string) => {
  const [method = '', path = ''] = name.split(' ');
  return paths[path]![method.toLowerCase()]!;
};
const leads = (document: ApiDocument) => at(document, 'POST /leads');
const body = (document: ApiDocument) =>
  leads(document).requestBody!.content['application/json']!.schema!;
const parameter = (document: ApiDocument, name: string) =>
  at(document, 'GET /prospects').parameters!.find((one) => one.name === name)!;
const prospect = ({ components }: ApiDocument) => components.schemas['Prospect']!;
const drop = (values: unknown[] | undefined, value: unknown) =>
  values!.splice(values!.indexOf(value), 1);

const json = 'application/json';

test.each<[loss: string, plant: (document: ApiDocument) => unknown]>([
  ['removed: API at /api/v1/ext', (document) => (document.servers = [{ url: '/v2' }])],
  ['removed: GET /boards', ({ paths }) => delete paths['/boards']],
  ['removed: POST /leads', ({ paths }) => delete paths['/leads']!['post']],
  ['removed: POST quota.low', ({ webhooks }) => delete webhooks!['quota.low']],
  ['removed: POST /leads as postLeads', (document) => (leads(document).operationId = 'addLeads')],
  ['removed: POST /leads with security [{"token":[]}]', (document) => (document.security = [])],
  ['new or stricter: POST /leads role', (document) => (leads(document)['x-role'] = 'owner')],
  [
    'new or stricter: POST /leads x-max-body-bytes',
    (document) => (leads(document)['x-max-body-bytes']! -= 1),
  ],
  [
    'new or stricter: POST /leads x-rate-limit-per-minute',
    (document) => (leads(document)['x-rate-limit-per-minute']! -= 1),
  ],
  [
    'removed: GET /prospects query q',
    (document) => at(document, 'GET /prospects').parameters!.shift(),
  ],
  [
    'new or stricter: GET /prospects query q required',
    (document) => (parameter(document, 'q').required = true),
  ],
  [
    'removed: GET /prospects query stage[] with "new"',
    (document) => drop(parameter(document, 'stage').schema.items!.enum, 'new'),
  ],
  [
    'new or stricter: GET /prospects query q maxLength',
    (document) => (parameter(document, 'q').schema['maxLength'] = 499),
  ],
  [`removed: POST /leads ${json}`, (document) => delete leads(document).requestBody],
  [
    `removed: POST /leads ${json}.listName`,
    (document) => delete body(document).properties!['listName'],
  ],
  [
    `new or stricter: POST /leads ${json}.listName required`,
    (document) => body(document).required!.push('listName'),
  ],
  [
    `removed: POST /leads ${json}.leads[].email`,
    ({ components }) => delete components.schemas['Lead']!.properties!['email'],
  ],
  ['removed: POST /leads 409', (document) => delete leads(document).responses['409']],
  [
    'removed: POST /leads 409 idempotency_conflict',
    (document) =>
      delete leads(document).responses['409']!.content![json]!.examples!['idempotency_conflict'],
  ],
  [
    'removed: POST /leads 200 RateLimit',
    (document) =>
      delete (leads(document).responses['200']!.headers as Record<string, unknown>)['RateLimit'],
  ],
  [
    `removed: GET /prospects 200 ${json}.data.prospects[].email`,
    (document) => delete prospect(document).properties!['email'],
  ],
  [
    `removed: GET /prospects 200 ${json}.data.prospects[].stage always`,
    (document) => drop(prospect(document).required, 'stage'),
  ],
  [
    'removed: POST prospect.deleted header webhook-id',
    ({ webhooks }) => webhooks!['prospect.deleted']!['post']!.parameters!.shift(),
  ],
])('refused: %s', (loss, plant) => {
  expect(lossesBy(plant)).toContain(loss);
});

const text = { type: 'string' };
const nullable = { anyOf: [text, { type: 'null' }] };
const object = (fields: Record<string, ApiSchema>, required: string[] = []): ApiSchema => ({
  type: 'object',
  properties: fields,
  required,
});

// A change that one direction refuses is usually fine in the other: null stands for "accepted".
test.each<[ApiSchema, ApiSchema, request: string | null, response: string | null]>([
  [text, { type: 'boolean' }, 'removed: x as string', 'new or stricter: x as boolean'],
  [text, { type: ['string', 'null'] }, null, 'new or stricter: x as null'],
  [nullable, text, 'removed: x as null', null],
  [nullable, { type: ['null', 'string'] }, null, null],
  [{ type: 'integer' }, { type: 'number' }, null, 'new or stricter: x as number'],
  [{ type: 'number' }, { type: 'integer' }, 'removed: x as number', null],
  [{}, text, 'removed: x as number', null],
  [text, { ...text, format: 'uuid' }, 'new or stricter: x as format uuid', null],
  [{ ...text, format: 'uuid' }, text, null, 'removed: x as format uuid'],
  [text, { ...text, enum: ['a'] }, 'removed: x with any value', null],
  [{ ...text, enum: ['a'] }, text, null, null],
  [{ ...text, enum: ['a'] }, { ...text, enum: ['b', 'a'] }, null, null],
  [{ ...text, enum: ['a', 'b'] }, { ...text, const: 'a' }, 'removed: x with "b"', null],
  [text, { ...text, maxLength: 5 }, 'new or stricter: x maxLength', null],
  [{ ...text, maxLength: 5 }, { ...text, maxLength: 6 }, null, null],
  [{ ...text, minLength: 1 }, { ...text, minLength: 2 }, 'new or stricter: x minLength', null],
  [{ ...text, default: 'a' }, { ...text, default: 'b' }, 'removed: x by default "a"', null],
  [object({ a: text }), object({}), 'removed: x.a', 'removed: x.a'],
  [object({}), object({ a: text }), null, null],
  [object({}), object({ a: text }, ['a']), 'new or stricter: x.a required', null],
  [object({}), object({ a: object({ b: text }, ['b']) }), null, null],
  [object({ a: text }, ['a']), object({ a: text }), null, 'removed: x.a always'],
])('%j may become %j: request %s, response %s', (old, now, request, response) => {
  const losses = (where: 'requestBody' | 'response') => {
    const document = (schema: ApiSchema): ApiDocument => {
      const content = { x: { schema } };
      const sent =
        where === 'response'
          ? { responses: { x: { content } } }
          : { requestBody: { content }, responses: {} };
      return {
        servers: [],
        paths: { '/': { get: { operationId: '', ...sent } } },
        components: { schemas: {} },
      };
    };
    return apiLosses(document(old), document(now)).map((loss) =>
      loss.replace(/GET \/ (x )?x/, 'x'),
    );
  };
  for (const [where, loss] of [
    ['requestBody', request],
    ['response', response],
  ] as const)
    if (loss === null) expect(losses(where)).toEqual([]);
    else expect(losses(where)).toContain(loss);
});

test('a document loses nothing against itself', () => {
  expect(apiLosses(released, released)).toEqual([]);
});

test('new endpoints, events, optional fields, values and higher limits are accepted', () => {
  const losses = lossesBy((document) => {
    document.paths['/new'] = { get: leads(document) };
    document.webhooks!['new.event'] = document.webhooks!['quota.low']!;
    leads(document).parameters!.push({ name: 'new', in: 'query', schema: text });
    leads(document)['x-rate-limit-per-minute']! += 1;
    leads(document)['x-role'] = 'viewer';
    leads(document).responses['418'] = {};
    body(document).properties!['new'] = text;
    body(document).properties!['leads']!['maxItems'] = 200;
    body(document).properties!['onMatch']!.enum!.push('new');
    prospect(document).properties!['new'] = text;
    prospect(document).required!.push('new');
    prospect(document).properties!['enrichmentStatus']!.enum!.push('new');
  });
  expect(losses).toEqual([]);
});
