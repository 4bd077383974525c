import {
  allEndpoints,
  basePath,
  type Endpoint,
  errorCodes,
  errorStatus,
  errorsOf,
  pathOf,
} from '@outcrop/contract';
import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { sql } from '../src/platform/db/index.ts';
import {
  committedDocuments,
  comparableError,
  documentedError,
  openApiDocuments,
} from './documented-errors.ts';
import { representativeEndpoints } from './endpoint-classes.ts';
import { errorTriggers, withoutIds } from './error-triggers.ts';
import { expectError, requestHead, requestRaw } from './raw-http.ts';
import { sampleRequests } from './sample-requests.ts';
import type { ApiResponse } from './send-request.ts';
import { testService } from './service.ts';

const normalService = await testService();
const impatientService = await testService({
  database: normalService.database,
  config: { SLOW_BODY_TIMEOUT_MS: 100 },
});
const overloadedService = await testService({
  database: normalService.database,
  config: { MAX_OPEN_REQUESTS: 0 },
});
const serviceWithoutModel = await testService({
  database: normalService.database,
  config: { AI_PROVIDER: undefined },
});
const brokenService = await testService();
await brokenService.owner.query(sql`alter table api_token rename to lost`);
await brokenService.owner.query(sql`alter table auth.session rename to lost`);
await brokenService.owner.query(sql`alter table connect_request rename to lost_request`);
const services = {
  normal: normalService,
  impatient: impatientService,
  overloaded: overloadedService,
  withoutModel: serviceWithoutModel,
  broken: brokenService,
};

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

/** Each error that the pipeline returns, for each class of endpoints, and each error of a handler. */
const errors = errorCodes.flatMap((code) => {
  const isOwn = ({ extraErrors }: Endpoint) => extraErrors.includes(code);
  const possible = allEndpoints.filter((endpoint) => errorsOf(endpoint).includes(code));
  return [
    ...representativeEndpoints(possible.filter((endpoint) => !isOwn(endpoint))),
    ...possible.filter(isOwn),
  ].map((endpoint) => [name(endpoint), code, endpoint] as const);
});

test.concurrent.each(errors)(
  '%s answers %s [envelope.error envelope.correlation-id]',
  async (_, code, endpoint) => {
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
    expect(answers.map(comparableError)).toContainEqual(
      comparableError(documentedError(endpoint, code)),
    );
  },
);

test('the routes are those of the contract, each mounted once, and the pages outside the API', () => {
  const mounted = routesOf(normalService.app);
  const declared = allEndpoints.flatMap(({ api, method, path }) =>
    (method === 'GET' ? ['GET', 'HEAD'] : [method]).map(
      (each) => `${each} ${basePath[api]}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    ),
  );
  expect(mounted.filter((route) => route.includes(' /api/')).sort()).toEqual(declared.sort());
  const outside = mounted.filter((route) => !route.includes(' /api/'));
  expect(outside.filter((route) => !/^(GET|HEAD) /.test(route))).toEqual(['POST /u/:token']);
});

test('every endpoint is under its version in the OpenAPI document [versions.in-path]', () => {
  for (const { api, method, path, id } of allEndpoints) {
    const { paths, servers } = committedDocuments[api];
    expect(paths[path]?.[method.toLowerCase()]?.operationId).toBe(id);
    expect(servers).toEqual([{ url: basePath[api] }]);
  }
});

const guardedEndpoints = allEndpoints.filter(({ access }) => access !== 'anyone');
test.each(
  representativeEndpoints(guardedEndpoints).map((endpoint) => [name(endpoint), endpoint] as const),
)(
  '%s: missing, malformed and unknown tokens get the same response [errors.no-token]',
  async (_, endpoint) => {
    const [first, ...others] = (await unauthorizedAnswers(endpoint)).map(withoutIds);
    expect(others.length).toBeGreaterThan(5);
    for (const other of others) expect(other).toEqual(first);
  },
);

const addresses = new Set(representativeEndpoints(allEndpoints).map(pathPattern));
test.concurrent.each(
  [...Map.groupBy(allEndpoints, pathPattern)].filter(([path]) => addresses.has(path)),
)('%s: every other method is 405 with the correct Allow header', async (_, atPath) => {
  const allowed = atPath.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const others = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY'];
  const bearer = {
    Authorization: `Bearer ${await (await normalService.workspace()).token('owner')}`,
  };
  for (const method of others.filter((each) => !allowed.includes(each))) {
    const isHead = method === 'HEAD';
    const answer = await requestRaw(
      normalService.origin,
      requestHead(method, addressOf(atPath[0]!), bearer),
      { isHead },
    );
    if (isHead) expect(answer.status).toBe(405);
    else expectError(answer, 'method_not_allowed');
    expect(answer.headers['allow']).toBe(allowed.join(', '));
  }
});

test('the sweep triggers every status in the OpenAPI document', () => {
  const triggered = new Set([200, ...Object.keys(errorTriggers).map(statusOf)]);
  for (const [path, operations] of Object.values(committedDocuments).flatMap(({ paths }) =>
    Object.entries(paths),
  ))
    for (const [method, { responses }] of Object.entries(operations))
      for (const status of Object.keys(responses).map(Number))
        expect(triggered, `${method} ${path} ${status}`).toContain(status);
});

test.each(['ext', 'manage', 'connect'] as const)(
  'the served OpenAPI document of %s is the committed one',
  async (api) => {
    const response = await fetch(`${normalService.origin}/${openApiDocuments[api]}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.json()).toEqual(committedDocuments[api]);
  },
);

function pathPattern({ api, path }: Endpoint): string {
  return basePath[api] + path;
}

/** Method and path of every route, from the tree that the framework prints. */
function routesOf(app: FastifyInstance): string[] {
  const segments: string[] = [];
  const lines = app.printRoutes().trimEnd().split('\n');
  return lines.flatMap((line) => {
    const [, indent, branch, segment, methods] = /^([│ ]*)([├└]── )?(\S*)(?: \(([A-Z, ]+)\))?/.exec(
      line,
    )!;
    const depth = indent!.length / 4 - (branch ? 0 : 1);
    segments.splice(depth, segments.length, segment!);
    return (methods?.split(', ') ?? []).map((method) => `${method} ${segments.join('')}`);
  });
}

const statusOf = (code: string): number => errorStatus[code as keyof typeof errorStatus];
