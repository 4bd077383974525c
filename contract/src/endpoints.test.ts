import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { problems } from '../test/problems.ts';
import { anyonePerMinute, type Endpoint, managePerMinute } from './endpoint.ts';
import {
  allEndpoints,
  connectEndpoints,
  endpoints,
  errorsOf,
  manageEndpoints,
} from './endpoints.ts';
import { endpointLimits } from './limits.ts';
import { refsOf } from './refs.ts';

const publicEndpoints: [string, Endpoint][] = Object.entries(endpoints);
const tables = { ext: endpoints, manage: manageEndpoints, connect: connectEndpoints };
const everyEndpoint = Object.entries(tables).flatMap(([api, table]) =>
  Object.entries<Endpoint>(table).map(([id, endpoint]) => ({ api, id, endpoint })),
);
const shapeOf = (schema: z.ZodObject) => Object.keys(schema.shape);

/** The endpoints that fail the check, with its reports. */
const failing = (check: (endpoint: Endpoint) => unknown[]): unknown[] =>
  everyEndpoint.flatMap(({ api, id, endpoint }) => {
    const found = check(endpoint);
    return found.length > 0 ? [{ api, id, found }] : [];
  });

test('every endpoint is registered under its own id', () => {
  for (const { api, id, endpoint } of everyEndpoint) {
    expect([endpoint.api, endpoint.id]).toEqual([api, id]);
    expect(id).toMatch(new RegExp(`^${endpoint.method.toLowerCase()}`));
  }
});

test('every endpoint documents null only if it clears a field; elsewhere a null counts as left out', () => {
  for (const { id, endpoint } of everyEndpoint) {
    const nullable = Object.entries(endpoint.body?.shape ?? {}).filter(
      ([, field]) => (field as z.ZodType).safeParse(null).success,
    );
    expect([id, nullable.length > 0]).toEqual([id, endpoint.nullClears === true]);
    if (endpoint.nullClears) expect([id, endpoint.method]).toEqual([id, 'PATCH']);
  }
});

test('the examples of every endpoint match its schemas', () => {
  const mismatches = failing((endpoint) =>
    endpoint.examples.flatMap(({ params = {}, query = {}, body = null, data }) => [
      ...problems(endpoint.params ?? z.strictObject({}), params),
      ...problems(endpoint.query.strict(), query),
      ...problems(endpoint.data, data),
      ...(endpoint.body ? problems(endpoint.body, body) : []),
      ...Object.keys(body ?? {}).filter((name) => !(name in (endpoint.body?.shape ?? {}))),
    ]),
  );
  expect(mismatches).toEqual([]);
});

test('every endpoint rejects unknown fields in its data', () => {
  const accepting = failing((endpoint) =>
    endpoint.examples
      .flatMap(({ data }) => [...withUnknownKeys(data)])
      .filter((grown) => problems(endpoint.data, grown).length === 0),
  );
  expect(accepting).toEqual([]);
});

test('every endpoint has a parameter for each pair of braces in its path', () => {
  for (const { id, endpoint } of everyEndpoint) {
    const named = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect([id, ...Object.keys(endpoint.params?.shape ?? {})]).toEqual([id, ...named]);
  }
});

test('allEndpoints contains every endpoint', () => {
  expect(allEndpoints).toEqual(everyEndpoint.map(({ endpoint }) => endpoint));
});

test('the manage API limits all requests of a user together', () => {
  for (const { access, perMinute } of Object.values<Endpoint>(manageEndpoints))
    expect(perMinute).toBe(access === 'anyone' ? anyonePerMinute : managePerMinute);
  expect(managePerMinute).toBe(1_200);
});

test('every endpoint of the public API is read by Viewers or written by Members', () => {
  for (const [id, { role, method }] of publicEndpoints)
    expect([id, role]).toEqual([id, method === 'GET' ? 'viewer' : 'member']);
});

test('every write of the public API supports dryRun', () => {
  for (const [id, { method, body, data }] of publicEndpoints) {
    if (method === 'GET') expect([id, body]).toEqual([id, null]);
    else {
      expect(shapeOf(body as z.ZodObject), id).toContain('dryRun');
      expect(shapeOf(data), id).toEqual(expect.arrayContaining(['dryRun', 'warnings']));
    }
  }
});

/** Their content depends on the action, the task or the file. */
const freeFormFields = ['detail', 'counts', 'row', 'answerHeaders', 'body', 'sent'];

/** Copies of the value, each with an unknown key in a different plain object. */
function* withUnknownKeys(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const grown of withUnknownKeys(item)) yield value.with(index, grown);
    }
  } else if (typeof value === 'object' && value !== null) {
    yield { ...value, unknownKey: 'why' };
    for (const [key, item] of Object.entries(value)) {
      if (freeFormFields.includes(key)) continue;
      for (const grown of withUnknownKeys(item)) yield { ...value, [key]: grown };
    }
  }
}

test('requests per minute match the documented limits', () => {
  const perMinute = publicEndpoints.map(([id, endpoint]) => [id, endpoint.perMinute]);
  expect(Object.fromEntries(perMinute)).toEqual({
    getSession: 120,
    postLeads: 60,
    getCampaigns: 120,
    postCampaigns: 30,
    postEnrich: 30,
    getEnrich: 120,
    postBulk: 60,
    getProspects: 120,
    getProspect: 120,
    getBoards: 120,
    getInbox: 120,
  });
});

test('the limits of a session match the endpoints', () => {
  expect(Object.keys(endpointLimits)).toHaveLength(publicEndpoints.length);
  expect(endpointLimits['POST /leads']).toEqual({
    requestsPerMinute: 60,
    maxItems: { leads: 100 },
  });
  expect(endpointLimits['POST /bulk']).toEqual({
    requestsPerMinute: 60,
    maxItems: { prospectIds: 500 },
  });
  expect(endpointLimits['GET /boards']).toEqual({ requestsPerMinute: 120, maxItems: {} });
  expect(problems(endpoints.getSession.data.shape.limits, endpointLimits)).toEqual([]);
});

describe('the errors of an endpoint', () => {
  const always = [
    'unauthorized',
    'validation_error',
    'rate_limited',
    'internal_error',
    'unavailable',
  ];
  const ofWrites = [
    'insufficient_role',
    'not_found',
    'idempotency_conflict',
    'idempotency_in_progress',
    'request_timeout',
    'payload_too_large',
    'unsupported_media_type',
  ];

  test('of a plain read are those of any request', () => {
    expect(errorsOf(endpoints.getSession)).toEqual(always);
  });

  test('of a read with ids include not_found', () => {
    expect(errorsOf(endpoints.getInbox).sort()).toEqual(['not_found', ...always].sort());
  });

  test('of a write include role, body and idempotency', () => {
    const expected = [...always, ...ofWrites].sort();
    expect(errorsOf(endpoints.postBulk).sort()).toEqual(expected);
  });

  test('of enrichment include plan, model and credits', () => {
    const own = ['plan_not_allowed', 'enrichment_not_configured', 'insufficient_credits'];
    const expected = [...always, ...ofWrites, ...own].sort();
    expect(errorsOf(endpoints.postEnrich).sort()).toEqual(expected);
  });
});

describe('the ids of an endpoint', () => {
  test('are found in queries', () => {
    expect(refsOf(endpoints.getProspects)).toEqual([
      { in: 'query', path: ['listId'], referent: 'list' },
      { in: 'query', path: ['tagId'], referent: 'tag' },
      { in: 'query', path: ['campaignId'], referent: 'campaign' },
      { in: 'query', path: ['ownerId'], referent: 'member' },
      { in: 'query', path: ['ids'], referent: 'prospect' },
    ]);
  });

  test('are found in bodies, arrays and optional fields included', () => {
    expect(refsOf(endpoints.postBulk)).toEqual([
      { in: 'body', path: ['prospectIds', 0], referent: 'prospect' },
      { in: 'body', path: ['tagId'], referent: 'tag' },
      { in: 'body', path: ['listId'], referent: 'list' },
    ]);
    expect(refsOf(endpoints.postCampaigns)).toEqual([
      { in: 'body', path: ['campaignId'], referent: 'campaign' },
      { in: 'body', path: ['prospectIds', 0], referent: 'prospect' },
    ]);
  });

  test('are empty for endpoints without ids', () => {
    expect(refsOf(endpoints.getBoards)).toEqual([]);
  });
});
