import { readFileSync } from 'node:fs';
import {
  basePath,
  allEndpoints as contractEndpoints,
  type Endpoint,
  type ErrorCode,
  errorStatus,
  errorsOf,
  pathOf,
} from '@outcrop/contract';
import { describe, expect, test } from 'vitest';
import { sql } from '../src/platform/db/index.ts';
import type { ApiResponse } from './call.ts';
import { errorTriggers, handlerErrors, sampleSender, withoutIds } from './error-triggers.ts';
import { prepareRequest } from './prepared-requests.ts';
import { expectError, requestHead, requestRaw } from './raw-http.ts';
import { sampleRequests } from './sample-requests.ts';
import { testService } from './service.ts';
import { writeEndpoint, writeRoute } from './write-route.ts';

// An example of a write endpoint that is built, so that every part of the sweep runs.
const standIn: Endpoint = { ...writeEndpoint, perMinute: 60 };
const extraRoutes = [{ ...writeRoute, endpoint: standIn }];

const normal = await testService({ extraRoutes });
const overloaded = await testService({
  extraRoutes,
  database: normal.database,
  config: { MAX_OPEN_REQUESTS: 0 },
});
const broken = await testService({ extraRoutes });
await broken.owner.ask(sql`alter table api_token rename to lost`);
await broken.owner.ask(sql`alter table auth.session rename to lost`);
await broken.owner.ask(sql`alter table connect_request rename to lost_request`);
const services = { normal, overloaded, broken };

const endpoints: Endpoint[] = [...contractEndpoints, standIn];
const name = ({ api, method, path }: Endpoint) =>
  `${method} ${api === 'ext' ? '' : basePath[api]}${path}`;
/** The path of an endpoint with example parameters. */
const addressOf = (endpoint: Endpoint) =>
  basePath[endpoint.api] + pathOf(endpoint, sampleRequests(endpoint)[0]!.params);
/** Kept, because two tests check the same responses. */
const unauthorized = new Map<Endpoint, Promise<ApiResponse[]>>();
const unauthorizedAnswers = (endpoint: Endpoint): Promise<ApiResponse[]> => {
  const answers = unauthorized.get(endpoint) ?? errorTriggers.unauthorized!(endpoint, services);
  unauthorized.set(endpoint, answers);
  return answers;
};
const expectedErrors = (endpoint: Endpoint) =>
  errorsOf(endpoint).filter((code) => endpoint.built || !handlerErrors.includes(code));

describe.concurrent.each(endpoints.map((endpoint) => [name(endpoint), endpoint] as const))(
  '%s',
  (_, endpoint) => {
    test.each(expectedErrors(endpoint))(
      'answers %s [envelope.error envelope.correlation-id errors.one-status-per-code]',
      async (code) => {
        const trigger = errorTriggers[code];
        expect(trigger, `error-triggers.ts has no trigger for ${code}`).toBeDefined();
        const answers = await (code === 'unauthorized'
          ? unauthorizedAnswers(endpoint)
          : trigger!(endpoint, services));
        expect(answers).not.toEqual([]);
        for (const { status, error } of answers) {
          expect(error).toMatchObject({ code });
          expect(status).toBe(errorStatus[code]);
        }
        if (endpoint !== standIn)
          expect(answers.map(normalized)).toContainEqual(
            normalized(documentedError(endpoint, code)),
          );
      },
    );

    test('is mounted under its version and is in the OpenAPI document [versions.in-path]', async () => {
      const bearer = { Authorization: `Bearer ${await (await normal.workspace()).token('owner')}` };
      const { status, json } = await requestRaw(
        normal.origin,
        requestHead(endpoint.method, addressOf(endpoint), bearer),
      );
      expect(status).not.toBe(405);
      // A file is not JSON.
      expect(json?.error?.message ?? '').not.toContain('nothing at this address');
      if (endpoint === standIn) return;
      const { paths, servers } = committed[endpoint.api];
      expect(paths[endpoint.path]?.[endpoint.method.toLowerCase()]?.operationId).toBe(endpoint.id);
      expect(servers).toEqual([{ url: basePath[endpoint.api] }]);
    });
  },
);

// One at a time, since some start a service, which stops at the end of the test that is running.
const built = endpoints.filter((endpoint) => endpoint.built);
test.each(built.map((endpoint) => [name(endpoint), endpoint] as const))(
  '%s answers 200 to each sample [envelope.success envelope.status-200]',
  async (_, endpoint) => {
    const workspace = await normal.workspace();
    for (const given of sampleRequests(endpoint)) {
      const { service, caller, sample } = await prepareRequest(endpoint, normal, workspace, given);
      const { status, error } = await sampleSender(service, endpoint, async () => caller)(sample);
      expect(error).toBeUndefined();
      expect(status).toBe(200);
    }
  },
);

const authenticated = endpoints.filter(({ access }) => access !== 'anyone');
test.each(authenticated.map((endpoint) => [name(endpoint), endpoint] as const))(
  '%s: missing, malformed and unknown tokens get the same response [errors.no-token errors.unauthorized-alike]',
  async (_, endpoint) => {
    const [first, ...others] = (await unauthorizedAnswers(endpoint)).map(withoutIds);
    expect(others.length).toBeGreaterThan(5);
    for (const other of others) expect(other).toEqual(first);
  },
);

test.concurrent.each([...Map.groupBy(endpoints, ({ api, path }) => basePath[api] + path)])(
  '%s: every other method is 405 with the correct Allow header [errors.wrong-method]',
  async (_, atPath) => {
    const allowed = atPath.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    const others = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY'];
    const bearer = { Authorization: `Bearer ${await (await normal.workspace()).token('owner')}` };
    for (const method of others.filter((each) => !allowed.includes(each))) {
      const isHead = method === 'HEAD';
      const answer = await requestRaw(
        normal.origin,
        requestHead(method, addressOf(atPath[0]!), bearer),
        {
          isHead,
        },
      );
      if (isHead) expect(answer.status).toBe(405);
      else expectError(answer, 'method_not_allowed');
      expect(answer.headers['allow']).toBe(allowed.join(', '));
    }
  },
);

test('the sweep triggers every status in the OpenAPI document', () => {
  const triggered = new Set([200, ...Object.keys(errorTriggers).map(statusOf)]);
  for (const [path, operations] of Object.values(committed).flatMap(({ paths }) =>
    Object.entries(paths),
  ))
    for (const [method, { responses }] of Object.entries(operations))
      for (const status of Object.keys(responses).map(Number))
        expect(triggered, `${method} ${path} ${status}`).toContain(status);
});

test.each(['ext', 'manage', 'connect'] as const)(
  'the served OpenAPI document of %s is the committed one',
  async (api) => {
    const response = await fetch(`${normal.origin}/${documents[api]}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.json()).toEqual(committed[api]);
  },
);

const statusOf = (code: string): number => errorStatus[code as keyof typeof errorStatus];

/** The response without values that differ between requests. */
const normalized = (answer: Pick<ApiResponse, 'status' | 'error'>): unknown =>
  JSON.parse(JSON.stringify(withoutIds(answer)).replace(/Wait \d+ s/, 'Wait … s'));

/** The documented example of the error, which one of the responses must equal. */
const documentedError = (
  { api, method, path }: Endpoint,
  code: ErrorCode,
): Pick<ApiResponse, 'status' | 'error'> => {
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
const documents = {
  ext: 'openapi.json',
  manage: 'openapi-manage.json',
  connect: 'openapi-connect.json',
};
const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../contract/${name}`, import.meta.url), 'utf8')) as OpenApi;
const committed = {
  ext: read(documents.ext),
  manage: read(documents.manage),
  connect: read(documents.connect),
};
