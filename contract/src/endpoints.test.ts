import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { problems } from '../test/problems.ts';
import { anyonePerMinute, type Endpoint, managePerMinute } from './endpoint.ts';
import { endpoints, errorsOf, manageEndpoints, lines as promised } from './endpoints.ts';
import { limits } from './limits.ts';
import { refsOf } from './refs.ts';

const lines: [string, Endpoint][] = Object.entries(endpoints);
const tables = { ext: endpoints, manage: manageEndpoints };
const everyLine = Object.entries(tables).flatMap(([api, table]) =>
  Object.entries<Endpoint>(table).map(([id, line]) => ({ api, id, line })),
);
const shapeOf = (schema: z.ZodObject) => Object.keys(schema.shape);

describe.each(everyLine)('$api $id', ({ api, id, line }) => {
  test('is filed under its own id', () => {
    expect(line.id).toBe(id);
    expect(line.api).toBe(api);
    expect(id.startsWith(line.method.toLowerCase())).toBe(true);
  });

  test('has examples that keep its promise', () => {
    for (const { params = {}, query = {}, body = null, data } of line.examples) {
      expect(problems(line.params ?? z.strictObject({}), params)).toEqual([]);
      expect(problems(line.query.strict(), query)).toEqual([]);
      expect(problems(line.data, data)).toEqual([]);
      if (line.body) expect(problems(line.body, body)).toEqual([]);
      expect(Object.keys(body ?? {}).filter((name) => !(name in (line.body?.shape ?? {})))).toEqual(
        [],
      );
    }
  });

  test('answers nothing that it did not promise', () => {
    for (const { data } of line.examples) {
      for (const grown of withUnknownKeys(data)) expect(problems(line.data, grown)).not.toEqual([]);
    }
  });

  test('has a parameter for each pair of braces in its path', () => {
    const named = [...line.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(line.params?.shape ?? {})).toEqual(named);
  });
});

test('every line is in the whole promise', () => {
  expect(promised).toEqual(everyLine.map(({ line }) => line));
});

test('the manage API counts all requests of a user together [rate.manage]', () => {
  for (const { by, perMinute } of Object.values<Endpoint>(manageEndpoints))
    expect(perMinute).toBe(by === 'anyone' ? anyonePerMinute : managePerMinute);
  expect(managePerMinute).toBe(1_200);
});

describe.each(lines)('%s', (_, line) => {
  test('is read by viewers or written by members', () => {
    expect(line.role).toBe(line.method === 'GET' ? 'viewer' : 'member');
  });

  test('can be tried without effect if it writes', () => {
    if (line.method === 'GET') return expect(line.body).toBeNull();
    expect(shapeOf(line.body as z.ZodObject)).toContain('dryRun');
    expect(shapeOf(line.data)).toEqual(expect.arrayContaining(['dryRun', 'warnings']));
  });
});

/** What these tell depends on the action, the task, the file. */
const openByNature = ['detail', 'counts', 'row', 'answerHeaders', 'body', 'sent'];

/** The value once for every plain object in it, with a key nobody knows in that object. */
function* withUnknownKeys(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const grown of withUnknownKeys(item)) yield value.with(index, grown);
    }
  } else if (typeof value === 'object' && value !== null) {
    yield { ...value, nobodyKnows: 'why' };
    for (const [key, item] of Object.entries(value)) {
      if (openByNature.includes(key)) continue;
      for (const grown of withUnknownKeys(item)) yield { ...value, [key]: grown };
    }
  }
}

test('requests per minute are as promised', () => {
  expect(lines.map(([id, { perMinute }]) => [id, perMinute])).toEqual([
    ['getSession', 120],
    ['postLeads', 60],
    ['getCampaigns', 120],
    ['postCampaigns', 30],
    ['postEnrich', 30],
    ['getEnrich', 120],
    ['postBulk', 60],
    ['getProspects', 120],
    ['getBoards', 120],
    ['getInbox', 120],
  ]);
});

test('the limits told by a session are those of the lines', () => {
  expect(Object.keys(limits)).toHaveLength(lines.length);
  expect(limits['POST /leads']).toEqual({ requestsPerMinute: 60, maxItems: { leads: 100 } });
  expect(limits['POST /bulk']).toEqual({ requestsPerMinute: 60, maxItems: { prospectIds: 500 } });
  expect(limits['GET /boards']).toEqual({ requestsPerMinute: 120, maxItems: {} });
  expect(problems(endpoints.getSession.data.shape.limits, limits)).toEqual([]);
});

describe('the errors of a line', () => {
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
    'payload_too_large',
    'unsupported_media_type',
  ];

  test('of a plain read are those of any request', () => {
    expect(errorsOf(endpoints.getSession)).toEqual(always);
  });

  test('of a read with ids include not_found', () => {
    expect(errorsOf(endpoints.getInbox).sort()).toEqual(['not_found', ...always].sort());
  });

  test('of a write include role, body and repetition', () => {
    const expected = [...always, ...ofWrites].sort();
    expect(errorsOf(endpoints.postBulk).sort()).toEqual(expected);
  });

  test('of enrichment include plan and credits', () => {
    const expected = [...always, ...ofWrites, 'plan_not_allowed', 'insufficient_credits'].sort();
    expect(errorsOf(endpoints.postEnrich).sort()).toEqual(expected);
  });
});

describe('the ids of a line', () => {
  test('are found in queries', () => {
    expect(refsOf(endpoints.getProspects)).toEqual([
      { in: 'query', path: ['listId'], referent: 'list' },
      { in: 'query', path: ['tagId'], referent: 'tag' },
      { in: 'query', path: ['campaignId'], referent: 'campaign' },
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

  test('are none where none are taken', () => {
    expect(refsOf(endpoints.getBoards)).toEqual([]);
  });
});
