import { type Api, basePath, canDryRun, isRepeatable, pathOf } from '@outcrop/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Sealing } from '../crypto/sealing.ts';
import type { Database, Tx } from '../db/index.ts';
import { ApiError } from '../error.ts';
import { admit, type Door, recognize, unauthorized } from './admission.ts';
import type { Call, Caller, FileAnswer, OpenCall, OutsideCall, Person, Route } from './call.ts';
import { cleanInSlices, type Issue } from './clean.ts';
import { success } from './envelope.ts';
import { claimOf, earlierAnswer, keepAnswer, readKey } from './idempotency.ts';
import { nearPath } from './near-path.ts';
import type { OpenRequests } from './open-requests.ts';
import { giveBackRate, limitRate, type RateTaken } from './rate-limit.ts';
import { type JsonBody, readJson } from './request-body.ts';
import { readQuery } from './request-query.ts';
import { sendFile } from './send-file.ts';
import { checkBody } from './skip-invalid.ts';
import { readUpload, type Upload } from './upload.ts';
import { check, refuseInvalid } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    person: Person | null;
    /** Aborted when the caller leaves without waiting for the answer. */
    gone: AbortSignal | null;
    rateTaken: RateTaken | null;
    refusal: ApiError | null;
    content: JsonBody | null;
    upload: Upload | null;
  }
  interface FastifyContextConfig {
    route?: Route;
  }
}

export interface Pipeline<C extends Caller> extends Door<C> {
  routes: Route<C>[];
  db: Database;
  sealing: Sealing;
  open: OpenRequests;
}

/** What every request goes through, from top to bottom, in the order that its errors are told. */
export function mountApi<C extends Caller>(
  app: FastifyInstance,
  api: Api,
  pipeline: Pipeline<C>,
): void {
  const { db, windows, open, isOwnOrigin } = pipeline;
  const routes = pipeline.routes.filter(({ line }) => line.api === api);
  const isPublic = api === 'ext';

  app.addHook('onRequest', async (request, reply) => {
    if (isPublic) reply.headers(corsHeaders);
    request.gone = open.add(reply.raw);
    if (isPublic && request.method === 'OPTIONS')
      return reply.code(204).headers(preflightHeaders).send();
    const route = request.routeOptions.config.route;
    await recognize(pipeline, api, request);
    if (!request.caller && !request.person && route?.line.by !== 'anyone')
      throw unauthorized(api, route?.line);
    const isKnown = !request.is404 && route && !isTakenFor(route, request, routes);
    await limitRate(windows, api, isKnown ? route.line : undefined, request, reply);
    if (!isKnown) throw noSuchRoute(request, routes);
    admit(route.line, request, isOwnOrigin);
    return undefined;
  });
  app.addHook('onError', async (request, reply, error) => {
    if (error instanceof ApiError && error.code === 'unavailable')
      await giveBackRate(windows, request, reply);
  });

  // The body is read here and not by a parser: in the framework's order, size would come after type.
  app.decorateRequest('person', null);
  app.decorateRequest('gone', null);
  app.decorateRequest('rateTaken', null);
  app.decorateRequest('content', null);
  app.decorateRequest('upload', null);
  app.addHook('preParsing', async (request, reply) => {
    const line = request.routeOptions.config.route?.line;
    if (line?.body) {
      const sender = request.caller?.workspaceId ?? request.ip;
      await open.admitBody(sender, request.raw, reply.raw, request.gone!);
      request.content = await readJson(request.raw, line);
    }
    if (line?.takes) request.upload = await readUpload(request.raw);
    // A body that nobody asked for is passed over, whatever it says it is.
    if (!line?.body && !line?.takes) delete request.headers['content-type'];
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  app.setNotFoundHandler((request) => {
    throw noSuchRoute(request, routes);
  });

  for (const route of routes) {
    app.route({
      method: route.line.method,
      url: route.line.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { route: route as unknown as Route },
      handler: async (request, reply) => {
        try {
          const answered = await answer(route, pipeline, request, reply);
          if (!route.line.gives) return success(answered);
          const { workspaceId } = request.caller!;
          return sendFile(reply, answered as FileAnswer, (work) => db.read(workspaceId, work));
        } finally {
          await request.upload?.close();
        }
      },
    });
  }
}

async function answer<C extends Caller>(
  { line, handle }: Route<C>,
  { db, sealing }: Pick<Pipeline<C>, 'db' | 'sealing'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<object> {
  const { content, upload } = request;
  const issues: Issue[] = [];
  const params = line.params && check(line.params, request.params, issues);
  const query = check(line.query, readQuery(request.url, line.query, issues), issues);
  const keepNulls = line.nullClears === true;
  const given = content && (await cleanInSlices(content.json, issues, { keepNulls }));
  const { body, invalidRows, warnings } = checkBody(line, given, issues);
  const key = isRepeatable(line) ? readKey(request.headers['idempotency-key'], issues) : undefined;
  refuseInvalid(issues);
  if (line.workspace === false)
    return handle(
      openCall(request, reply, { params, query, body }) as unknown as Call<typeof line, C>,
    );

  const caller = request.caller as C;
  const gone = request.gone!;
  const call = {
    caller,
    params,
    query,
    body,
    ...(upload && { file: upload }),
    invalidRows,
    correlationId: request.id,
  };
  const run = (tx: Call['tx']) => handle({ ...call, tx } as unknown as Call<typeof line, C>);
  // Whoever takes a file out may be noted in the audit log.
  if (line.method === 'GET' && !line.gives) return db.read(caller.workspaceId, run, gone);
  const sent = content?.bytes ?? upload?.digest;
  if (!sent) return db.transaction(caller.workspaceId, run, gone);

  const dryRun = canDryRun(line) && (body as { dryRun?: boolean }).dryRun === true;
  const claim = key !== undefined && {
    ...claimOf(key, caller, line.method, pathOf(line, params), sent),
    ...(line.tellsSecret && { sealing }),
  };
  const commit = async (work: (tx: Tx) => Promise<object>) => {
    const once = async (tx: Tx) => {
      const earlier = claim && (await earlierAnswer(tx, claim));
      if (earlier) return { data: earlier, replayed: true };
      const told = await work(tx);
      const warned = [...warnings, ...('warnings' in told ? (told.warnings as object[]) : [])];
      const data = {
        ...told,
        ...(warned.length > 0 && { warnings: warned }),
        ...(dryRun && { dryRun }),
      };
      if (dryRun) tx.discard();
      else if (claim) keepAnswer(tx, claim, data);
      return { data, replayed: false };
    };
    const outcome = await db.transaction(caller.workspaceId, once, gone);
    if (outcome.replayed) reply.header('idempotency-replayed', 'true');
    return outcome;
  };
  if (line.transaction !== 'none') return (await commit(run)).data;

  const amend = (work: (tx: Tx) => Promise<object>) =>
    db.transaction(caller.workspaceId, async (tx) => {
      const data = await work(tx);
      if (claim) keepAnswer(tx, claim, data);
      return data;
    });
  const read: OutsideCall['read'] = (work) => db.read(caller.workspaceId, work, gone);
  return handle({ ...call, read, commit, amend } as unknown as Call<typeof line, C>);
}

/** What a line without a workspace is handed: the person and their browser, and no transaction. */
const openCall = (
  request: FastifyRequest,
  reply: FastifyReply,
  asked: { params: unknown; query: unknown; body: unknown },
): OpenCall => ({
  ...(asked as Pick<OpenCall, 'params' | 'query' | 'body'>),
  person: request.person,
  correlationId: request.id,
  visit: {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    cookie: request.headers.cookie ?? '',
    setCookies: (cookies) => void reply.header('set-cookie', cookies),
  },
});

function noSuchRoute<C extends Caller>(
  { method, url }: FastifyRequest,
  routes: Route<C>[],
): ApiError {
  const [path] = url.split('?');
  const matching = routes.filter(({ line }) => patternOf(line).test(path!));
  const exact = matching.filter(({ line }) => isAt(path!, line));
  const allowed = (exact.length > 0 ? exact : matching).map(({ line }) => line.method);
  if (allowed.length === 0)
    return new ApiError(
      'not_found',
      nearPath(
        path!,
        routes.map(({ line }) => line),
      ) ??
        'There is nothing at this address. /openapi.json and /openapi-manage.json list every endpoint.',
    );
  const allow = allowed.flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name])).join(', ');
  return new ApiError(
    'method_not_allowed',
    `${method} is not possible here. This address takes ${allow}.`,
    { allow },
  );
}

/** A path of its own, such as /prospects/merge, is not a parameter of another, whatever the method. */
const isTakenFor = <C extends Caller>(
  { line }: Route,
  { url }: FastifyRequest,
  routes: Route<C>[],
): boolean =>
  line.path.includes('{') && routes.some((other) => isAt(url.split('?')[0]!, other.line));

const isAt = (path: string, { api, path: own }: Route['line']): boolean =>
  path === basePath[api] + own;

const patternOf = ({ api, path }: Route['line']): RegExp =>
  new RegExp(`^${basePath[api]}${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

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
