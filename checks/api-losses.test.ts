import { openApiDocument } from '@outcrop/contract/openapi';
import { expect, test } from 'vitest';
import { type ApiDocument, apiLosses } from './api-losses.ts';

const released = openApiDocument() as unknown as ApiDocument;

/** What is lost when the document is edited. */
function lossesBy(edit: (document: ApiDocument) => void): string[] {
  const edited = structuredClone(released);
  edit(edited);
  return apiLosses(released, edited);
}

const operation = (document: ApiDocument, name: string) => {
  const [method = '', path = ''] = name.split(' ');
  return document.paths[path]![method.toLowerCase()]!;
};
const leadsBody = (document: ApiDocument) =>
  operation(document, 'POST /leads').requestBody!.content['application/json']!.schema!;
const parameter = (document: ApiDocument, name: string) =>
  operation(document, 'GET /prospects').parameters!.find((one) => one.name === name)!;
const drop = (values: unknown[] | undefined, value: unknown) =>
  values!.splice(values!.indexOf(value), 1);

const removals: [string, (document: ApiDocument) => void][] = [
  ['GET /boards was removed', ({ paths }) => delete paths['/boards']],
  ['POST /leads was removed', ({ paths }) => delete paths['/leads']!['post']],
  ['POST quota.low was removed', ({ webhooks }) => delete webhooks!['quota.low']],
  ['The base path changed', (document) => (document.servers = [{ url: '/api/v2/ext' }])],
  ['The default security changed', (document) => (document.security = [])],
  [
    'The security scheme token was removed',
    ({ components }) => delete components.securitySchemes['token'],
  ],
  [
    'GET /session: operationId getSession was renamed',
    (document) => (operation(document, 'GET /session').operationId = 'session'),
  ],
  [
    'GET /session: security changed',
    (document) => (operation(document, 'GET /session').security = [{ session: [] }]),
  ],
  [
    'GET /session: now needs the role member',
    (document) => (operation(document, 'GET /session')['x-role'] = 'member'),
  ],
  [
    'POST /leads: x-max-body-bytes changed from 4194304 to 1000',
    (document) => (operation(document, 'POST /leads')['x-max-body-bytes'] = 1_000),
  ],
  [
    'GET /session: x-rate-limit-per-minute changed from 120 to 1',
    (document) => (operation(document, 'GET /session')['x-rate-limit-per-minute'] = 1),
  ],
  [
    'GET /prospects: query q was removed',
    (document) => operation(document, 'GET /prospects').parameters!.shift(),
  ],
  [
    'GET /prospects: query q is now required',
    (document) => (parameter(document, 'q').required = true),
  ],
  [
    'GET /prospects: query stage is written differently',
    (document) => (parameter(document, 'stage').explode = true),
  ],
  [
    'GET /prospects: query stage[] no longer accepts "new"',
    (document) => drop(parameter(document, 'stage').schema.items!.enum, 'new'),
  ],
  [
    'GET /prospects: query q changed its maxLength from 500 to 499',
    (document) => (parameter(document, 'q').schema['maxLength'] = 499),
  ],
  [
    'POST /leads: body was removed',
    (document) => delete operation(document, 'POST /leads').requestBody,
  ],
  [
    'GET /session: body is now required',
    (document) =>
      (operation(document, 'GET /session').requestBody = { required: true, content: {} }),
  ],
  [
    'POST /leads: body: application/json was removed',
    (document) => (operation(document, 'POST /leads').requestBody!.content = {}),
  ],
  [
    'POST /leads: body.listName was removed',
    (document) => delete leadsBody(document).properties!['listName'],
  ],
  [
    'POST /leads: body.listName is now required',
    (document) => leadsBody(document).required!.push('listName'),
  ],
  [
    'POST /leads: body.leads[].email was removed',
    ({ components }) => delete components.schemas['Lead']!.properties!['email'],
  ],
  [
    'POST /leads: response 409 was removed',
    (document) => delete operation(document, 'POST /leads').responses['409'],
  ],
  [
    'POST /leads: response 409: error code idempotency_conflict was removed',
    (document) => {
      const { content } = operation(document, 'POST /leads').responses['409']!;
      delete content!['application/json']!.examples!['idempotency_conflict'];
    },
  ],
  [
    'POST /leads: response 200: header RateLimit was removed',
    (document) => delete operation(document, 'POST /leads').responses['200']!.headers!['RateLimit'],
  ],
  [
    'GET /prospects: response 200.data.prospects[].email was removed',
    ({ components }) => delete components.schemas['Prospect']!.properties!['email'],
  ],
  [
    'GET /prospects: response 200.data.prospects[].stage can now be missing',
    ({ components }) => drop(components.schemas['Prospect']!.required, 'stage'),
  ],
  [
    'POST prospect.deleted: header webhook-id was removed',
    ({ webhooks }) => webhooks!['prospect.deleted']!['post']!.parameters!.shift(),
  ],
];

test.each(removals)('a change is rejected: %s', (expected, remove) => {
  expect(lossesBy(remove)).toContain(expected);
});

test('a document loses nothing against itself', () => {
  expect(apiLosses(released, released)).toEqual([]);
});

test('new endpoints, events, optional fields, values and higher limits are accepted', () => {
  const losses = lossesBy((document) => {
    const leads = operation(document, 'POST /leads');
    document.paths['/new'] = { get: leads };
    document.webhooks!['new.event'] = document.webhooks!['quota.low']!;
    leads.parameters!.push({ name: 'new', in: 'query', schema: { type: 'string' } });
    leads['x-rate-limit-per-minute']! += 1;
    leads['x-role'] = 'viewer';
    leads.responses['418'] = {};
    const body = leadsBody(document);
    body.properties!['new'] = { type: 'string' };
    body.properties!['leads']!['maxItems'] = 200;
    body.properties!['onMatch']!.enum!.push('new');
    const { properties, required } = document.components.schemas['Prospect']!;
    properties!['new'] = { type: 'string' };
    required!.push('new');
    properties!['enrichmentStatus']!.enum!.push('new');
  });
  expect(losses).toEqual([]);
});
