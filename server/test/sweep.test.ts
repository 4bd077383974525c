import { readFileSync } from 'node:fs';
import {
  basePath,
  type Endpoint,
  type ErrorCode,
  errorStatus,
  errorsOf,
  pathOf,
  lines as promised,
} from '@outcrop/contract';
import { describe, expect, test } from 'vitest';
import { sql } from '../src/platform/db/index.ts';
import type { Answer } from './call.ts';
import { masked, provocations, sender, toldByHandlers } from './provocations.ts';
import { ask, expectError, head } from './raw-http.ts';
import { rehearse } from './rehearsals.ts';
import { samplesOf } from './samples.ts';
import { testService } from './service.ts';
import { writeLine, writeRoute } from './write-route.ts';

// A write that is built stands in for those that are not yet, so that every part of the sweep runs.
const standIn: Endpoint = { ...writeLine, perMinute: 60 };
const extraRoutes = [{ ...writeRoute, line: standIn }];

const sound = await testService({ extraRoutes });
const busy = await testService({
  extraRoutes,
  database: sound.database,
  config: { MAX_OPEN_REQUESTS: 0 },
});
const broken = await testService({ extraRoutes });
await broken.owner.ask(sql`alter table api_token rename to lost`);
await broken.owner.ask(sql`alter table auth.session rename to lost`);
const services = { sound, busy, broken };

const lines: Endpoint[] = [...promised, standIn];
const name = ({ api, method, path }: Endpoint) =>
  `${method} ${api === 'ext' ? '' : basePath[api]}${path}`;
/** Where a line is, with something in the place of its parameters. */
const addressOf = (line: Endpoint) => basePath[line.api] + pathOf(line, samplesOf(line)[0]!.params);
const answerable = (line: Endpoint) =>
  errorsOf(line).filter((code) => line.built || !toldByHandlers.includes(code));

describe.each(lines.map((line) => [name(line), line] as const))('%s', (_, line) => {
  test.each(answerable(line))(
    'answers %s [envelope.error envelope.correlation-id errors.one-status-per-code]',
    async (code) => {
      const provoke = provocations[code];
      expect(provoke, `provocations.ts does not know how to provoke ${code}`).toBeDefined();
      const answers = await provoke!(line, services);
      expect(answers).not.toEqual([]);
      for (const { status, error } of answers) {
        expect(error).toMatchObject({ code });
        expect(status).toBe(errorStatus[code]);
      }
      if (line !== standIn) expect(answers.map(wording)).toContainEqual(wording(shown(line, code)));
    },
  );

  test('answers 200 to each sample [envelope.success envelope.status-200]', {
    skip: !line.built,
  }, async () => {
    const workspace = await sound.workspace();
    for (const given of samplesOf(line)) {
      const { service, caller, sample } = await rehearse(line, sound, workspace, given);
      const { status, error } = await sender(service, line, async () => caller)(sample);
      expect(error).toBeUndefined();
      expect(status).toBe(200);
    }
  });

  test('is mounted under the version and stands in the OpenAPI document [versions.in-path]', async () => {
    const bearer = { Authorization: `Bearer ${await (await sound.workspace()).token('owner')}` };
    const { status, json } = await ask(sound.origin, head(line.method, addressOf(line), bearer));
    expect(status).not.toBe(405);
    expect(json.error?.message ?? '').not.toContain('nothing at this address');
    if (line === standIn) return;
    const { paths, servers } = committed[line.api];
    expect(paths[line.path]?.[line.method.toLowerCase()]?.operationId).toBe(line.id);
    expect(servers).toEqual([{ url: basePath[line.api] }]);
  });
});

const known = lines.filter(({ by }) => by !== 'anyone');
test.each(known.map((line) => [name(line), line] as const))(
  '%s: a token that is missing, malformed or unknown gets one and the same answer [errors.no-token errors.unauthorized-alike]',
  async (_, line) => {
    const [first, ...others] = (await provocations.unauthorized!(line, services)).map(masked);
    expect(others.length).toBeGreaterThan(5);
    for (const other of others) expect(other).toEqual(first);
  },
);

test.each([...Map.groupBy(lines, ({ api, path }) => basePath[api] + path)])(
  '%s: every other method is 405 with the right Allow [errors.wrong-method]',
  async (_, atPath) => {
    const allowed = atPath.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    const others = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY'];
    const bearer = { Authorization: `Bearer ${await (await sound.workspace()).token('owner')}` };
    for (const method of others.filter((each) => !allowed.includes(each))) {
      const isHead = method === 'HEAD';
      const answer = await ask(sound.origin, head(method, addressOf(atPath[0]!), bearer), {
        head: isHead,
      });
      if (isHead) expect(answer.status).toBe(405);
      else expectError(answer, 'method_not_allowed');
      expect(answer.headers['allow']).toBe(allowed.join(', '));
    }
  },
);

test('every status in the OpenAPI document is one that the sweep provokes', () => {
  const provoked = new Set([200, ...Object.keys(provocations).map(statusOf)]);
  for (const [path, operations] of Object.values(committed).flatMap(({ paths }) =>
    Object.entries(paths),
  ))
    for (const [method, { responses }] of Object.entries(operations))
      for (const status of Object.keys(responses).map(Number))
        expect(provoked, `${method} ${path} ${status}`).toContain(status);
});

test.each(['ext', 'manage'] as const)('the document of %s is the committed one', async (api) => {
  const response = await fetch(`${sound.origin}/${documents[api]}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect(await response.json()).toEqual(committed[api]);
});

const statusOf = (code: string): number => errorStatus[code as keyof typeof errorStatus];

/** The answer without what differs from one to the next. */
const wording = (answer: Pick<Answer, 'status' | 'error'>): unknown =>
  JSON.parse(JSON.stringify(masked(answer)).replace(/Wait \d+ s/, 'Wait … s'));

/** The error as the document shows it: one of those provoked must be just like it. */
const shown = (
  { api, method, path }: Endpoint,
  code: ErrorCode,
): Pick<Answer, 'status' | 'error'> => {
  const status = errorStatus[code];
  const { responses } = committed[api].paths[path]![method.toLowerCase()]!;
  return {
    status,
    error: responses[status]?.content['application/json'].examples[code]?.value.error,
  };
};

interface OpenApi {
  servers: { url: string }[];
  paths: Record<string, Record<string, { operationId: string; responses: Responses }>>;
}
type Responses = Record<
  string,
  { content: { 'application/json': { examples: Record<string, { value: { error: unknown } }> } } }
>;
const documents = { ext: 'openapi.json', manage: 'openapi-manage.json' };
const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../contract/${name}`, import.meta.url), 'utf8')) as OpenApi;
const committed = { ext: read(documents.ext), manage: read(documents.manage) };
