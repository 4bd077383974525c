import { atLeast, basePath, canDryRun } from '@outcrop/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../db/index.ts';
import { ApiError, unavailable } from '../error.ts';
import type { Call, Caller, Route } from './call.ts';
import { clean, type Issue } from './clean.ts';
import { success } from './envelope.ts';
import { claimOf, earlierAnswer, keepAnswer, readKey } from './idempotency.ts';
import type { Pressure } from './pressure.ts';
import type { RateWindows } from './rate-window.ts';
import { type JsonBody, readJson } from './request-body.ts';
import { readQuery } from './request-query.ts';
import { checkBody } from './skip-invalid.ts';
import { unknownFields } from './unknown-fields.ts';
import { check, refuseInvalid } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    content: JsonBody | null;
  }
  interface FastifyContextConfig {
    route?: Route;
  }
}

export interface Pipeline<C extends Caller> {
  routes: Route<C>[];
  db: Database;
  windows: RateWindows;
  pressure: Pressure;
  authenticate: (bearer: string | undefined) => Promise<C | null>;
}

/** What every request goes through, from top to bottom, in the order that its errors are told. */
export function mountApi<C extends Caller>(app: FastifyInstance, pipeline: Pipeline<C>): void {
  const { routes, db, windows, pressure, authenticate } = pipeline;

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(corsHeaders);
    if (pressure.isTooHigh)
      throw unavailable('The service is busy. Wait a few seconds, then try again.', {
        retryAfter: 5,
      });
    if (request.method === 'OPTIONS') return reply.code(204).headers(preflightHeaders).send();
    request.caller = await authenticate(request.headers.authorization);
    if (!request.caller)
      throw new ApiError(
        'unauthorized',
        'The access token is missing or not valid. Send it as "Authorization: Bearer <token>"; tokens are made in Settings, Integrations.',
      );
    const route = request.routeOptions.config.route;
    if (request.is404 || !route) throw noSuchRoute(request, routes);
    await limitRate(windows, route, request.caller, request, reply);
    if (!atLeast(request.caller.role, route.line.role))
      throw new ApiError(
        'insufficient_role',
        `This needs the role ${route.line.role} or higher; the user of this token is a ${request.caller.role}.`,
      );
    return undefined;
  });

  // The body is read here and not by a parser: in the framework's order, size would come after type.
  app.decorateRequest('content', null);
  app.addHook('preParsing', async (request) => {
    if (request.routeOptions.config.route?.line.body) request.content = await readJson(request.raw);
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  app.setNotFoundHandler((request) => {
    throw noSuchRoute(request, routes);
  });

  for (const route of routes) {
    app.route({
      method: route.line.method,
      url: route.line.path,
      config: { route: route as unknown as Route },
      handler: async (request, reply) => success(await answer(route, db, request, reply)),
    });
  }
}

async function answer<C extends Caller>(
  { line, handle }: Route<C>,
  db: Database,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<object> {
  const caller = request.caller as C;
  const { content } = request;
  const issues: Issue[] = [];
  const query = check(line.query, readQuery(request.url, line.query, issues), issues);
  const given = content && clean(content.json, issues);
  const { body, invalidRows } = checkBody(line, given, issues);
  const key = line.body ? readKey(request.headers['idempotency-key'], issues) : undefined;
  refuseInvalid(issues);

  const run = (tx: Call['tx']) =>
    handle({ caller, query, body, invalidRows, tx, correlationId: request.id } as unknown as Call<
      typeof line,
      C
    >);
  if (!line.body || !content) return db.read(caller.workspaceId, run);

  const warnings = unknownFields(line.body, given);
  const dryRun = canDryRun(line) && (body as { dryRun?: boolean }).dryRun === true;
  const claim =
    key === undefined ? undefined : claimOf(key, caller, line.method, line.path, content.bytes);
  const outcome = await db.transaction(caller.workspaceId, async (tx) => {
    const earlier = claim && (await earlierAnswer(tx, claim));
    if (earlier) return { data: earlier, replayed: true };
    const data = {
      ...(await run(tx)),
      ...(warnings.length > 0 && { warnings }),
      ...(dryRun && { dryRun }),
    };
    if (dryRun) tx.discard();
    else if (claim) keepAnswer(tx, claim, data);
    return { data, replayed: false };
  });
  if (outcome.replayed) reply.header('idempotency-replayed', 'true');
  return outcome.data;
}

async function limitRate(
  windows: RateWindows,
  { line }: Route,
  { tokenId }: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const verdict = await windows.take(`${tokenId}:${line.id}`, line.perMinute, request.id);
  reply.header('ratelimit-policy', `"${line.id}";q=${line.perMinute};w=60`);
  reply.header('ratelimit', `"${line.id}";r=${verdict.remaining};t=${verdict.seconds}`);
  if (!verdict.allowed)
    throw new ApiError(
      'rate_limited',
      `More than ${line.perMinute} requests in a minute to ${line.method} ${line.path}. Wait ${verdict.seconds} s, then try again.`,
      { retryAfter: verdict.seconds },
    );
}

function noSuchRoute<C extends Caller>(
  { method, url }: FastifyRequest,
  routes: Route<C>[],
): ApiError {
  const [path] = url.split('?');
  const allowed = routes
    .filter(({ line }) => basePath[line.api] + line.path === path)
    .map(({ line }) => line.method);
  if (allowed.length === 0)
    return new ApiError(
      'not_found',
      'There is nothing at this address. /openapi.json lists every endpoint.',
    );
  const allow = allowed.flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name])).join(', ');
  return new ApiError(
    'method_not_allowed',
    `${method} is not possible here. This address takes ${allow}.`,
    { allow },
  );
}

// Any origin may call, and none can make a browser send credentials along: a token in the header
// is the only way in.
const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Retry-After, X-Correlation-Id, RateLimit, RateLimit-Policy, Idempotency-Replayed',
};
const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, POST',
  'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
  'access-control-max-age': '86400',
};
