import { type ApiName, basePath, canDryRun, maxBodyBytesOf, pathOf } from '@outcrop/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { actorOf, type Caller, type SessionUser } from '../caller.ts';
import type { Sealing } from '../crypto/sealing.ts';
import type { Database, TransactionViewer, Tx } from '../db/index.ts';
import { ApiError } from '../error.ts';
import {
  type AuthHooks,
  authenticateRequest,
  authorizeRequest,
  unauthorizedError,
} from './authorization.ts';
import { compressResponse } from './compress-response.ts';
import type { BrowserClient, EndpointRoute, ExternalCall, FileResponse } from './endpoint-call.ts';
import { successBody } from './envelope.ts';
import {
  canonicalJson,
  findStoredResponse,
  idempotencyClaimOf,
  storeResponse,
} from './idempotency.ts';
import type { OpenRequests } from './open-requests.ts';
import { limitRate, type RateUsage, refundRate } from './rate-limit.ts';
import { type JsonBody, readJson } from './request-body.ts';
import { limitResponseData } from './response-limit.ts';
import { sendFile } from './send-file.ts';
import { readUpload, type UploadedFile } from './upload.ts';
import { validateRequest } from './validate-request.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    user: SessionUser | null;
    /** Aborted when the caller disconnects before the response. */
    disconnectSignal: AbortSignal | null;
    rateUsage: RateUsage | null;
    apiError: ApiError | null;
    content: JsonBody | null;
    upload: UploadedFile | null;
  }
  interface FastifyContextConfig {
    route?: EndpointRoute;
  }
}

export interface RequestPipeline extends AuthHooks {
  routes: EndpointRoute[];
  /** For the handlers. */
  deps: unknown;
  db: Database;
  sealing: Sealing;
  openRequests: OpenRequests;
  /** A body that brings less than 1 KiB a second in this time is refused. */
  slowBodyMs: number;
}

/** The request pipeline. Its order determines which error is reported first. */
export function mountApi(app: FastifyInstance, api: ApiName, pipeline: RequestPipeline): void {
  const { db, windows, openRequests, slowBodyMs, isOwnOrigin } = pipeline;
  const routes = pipeline.routes.filter(({ endpoint }) => endpoint.api === api);
  const isPublic = api !== 'manage';

  app.addHook('onRequest', async (request, reply) => {
    if (isPublic) reply.headers(corsHeaders);
    request.disconnectSignal = openRequests.add(request, reply.raw);
    if (isPublic && request.method === 'OPTIONS')
      return reply.code(204).headers(preflightHeaders(request.headers)).send();
    const route = request.routeOptions.config.route;
    await authenticateRequest(pipeline, api, request);
    openRequests.addCaller(request);
    const isOpen = api === 'connect' || route?.endpoint.access === 'anyone';
    if (!request.caller && !request.user && !isOpen) throw unauthorizedError(api, route?.endpoint);
    const isKnown = !request.is404 && route && !hasExactRoute(route, request, routes);
    await limitRate(windows, api, isKnown ? route.endpoint : undefined, request, reply);
    if (!isKnown) throw routeNotFound(request, routes);
    authorizeRequest(route.endpoint, request, isOwnOrigin);
    return undefined;
  });
  app.addHook('onSend', compressResponse);
  app.addHook('onError', async (request, reply, error) => {
    if (error instanceof ApiError && error.code === 'unavailable')
      await refundRate(windows, request, reply);
  });

  // Read here and not by a content type parser, because the framework would check the type before
  // the size.
  app.decorateRequest('user', null);
  app.decorateRequest('disconnectSignal', null);
  app.decorateRequest('rateUsage', null);
  app.decorateRequest('content', null);
  app.decorateRequest('upload', null);
  app.addHook('preParsing', async (request, reply) => {
    const endpoint = request.routeOptions.config.route?.endpoint;
    if (endpoint?.body) {
      await openRequests.admitBody(request, reply.raw, maxBodyBytesOf(endpoint));
      request.content = await readJson(request.raw, endpoint, slowBodyMs);
    }
    if (endpoint?.requestFormat) {
      openRequests.admitUpload(request, reply.raw);
      request.upload = await readUpload(request.raw, slowBodyMs);
    }
    // An unexpected body is ignored, whatever its type.
    if (!endpoint?.body && !endpoint?.requestFormat) delete request.headers['content-type'];
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  app.setNotFoundHandler((request) => {
    throw routeNotFound(request, routes);
  });

  for (const route of routes) {
    app.route({
      method: route.endpoint.method,
      url: route.endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { route },
      handler: async (request, reply) => {
        try {
          const result = await handleRequest(route, pipeline, request, reply);
          if (route.endpoint.kind !== 'file') return successBody(result);
          const caller = request.caller!;
          return sendFile(reply, result as FileResponse, (work) =>
            db.read(caller.workspaceId, work, { viewer: viewerOf(route.endpoint, caller) }),
          );
        } finally {
          await request.upload?.close();
        }
      },
    });
  }
}

async function handleRequest(
  route: EndpointRoute,
  { db, sealing, deps }: Pick<RequestPipeline, 'db' | 'sealing' | 'deps'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<object> {
  const { endpoint } = route;
  const handle: EndpointRoute['handle'] = async (call) => {
    const data = await route.handle(call);
    if (endpoint.kind !== 'file') limitResponseData(data);
    return data;
  };
  const { content, upload } = request;
  const { key, warnings, invalidRows, ...valid } = await validateRequest(endpoint, {
    url: request.url,
    params: request.params,
    content,
    idempotencyKey: request.headers['idempotency-key'],
  });
  const { params, body } = valid;
  const input = { ...valid, correlationId: request.id, deps };
  if (endpoint.kind === 'account')
    return handle({ ...input, user: request.user, client: clientOf(request, reply) });

  const caller = request.caller!;
  const signal = request.disconnectSignal!;
  const viewer = viewerOf(endpoint, caller);
  const call = {
    ...input,
    caller,
    actor: actorOf({ caller, correlationId: request.id }),
    address: request.ip,
    ...(upload && { file: upload }),
    invalidRows,
  };
  const run = (tx: Tx) => handle({ ...call, tx });
  const read: ExternalCall['read'] = (work) =>
    db.read(caller.workspaceId, work, { signal, viewer });
  if (endpoint.method === 'GET' && endpoint.transaction === 'none')
    return handle({ ...call, signal, read, commit: nothingToCommit, amend: nothingToCommit });
  // Downloads may write to the audit log, so they need a write transaction.
  if (endpoint.method === 'GET' && endpoint.kind !== 'file')
    return db.read(caller.workspaceId, run, { signal, viewer });
  if (!content && !upload) return db.transaction(caller.workspaceId, run, { signal, viewer });

  const dryRun = canDryRun(endpoint) && (body as { dryRun?: boolean }).dryRun === true;
  const claim = key !== undefined && {
    ...idempotencyClaimOf(
      key,
      caller,
      endpoint.method,
      pathOf(endpoint, params),
      content ? canonicalJson(content.json) : upload!.digest,
    ),
    ...(endpoint.returnsSecret && { sealing }),
  };
  const commit = async <D extends object>(work: (tx: Tx) => Promise<D>) => {
    const once = async (tx: Tx) => {
      const earlier = claim && (await findStoredResponse<D>(tx, claim));
      if (earlier) return { data: earlier, replayed: true };
      const result = await work(tx);
      const warned = [...warnings, ...('warnings' in result ? (result.warnings as object[]) : [])];
      const data = {
        ...result,
        ...(warned.length > 0 && { warnings: warned }),
        ...(dryRun && { dryRun }),
      };
      if (dryRun) tx.discard();
      else if (claim) storeResponse(tx, claim, data);
      return { data, replayed: false };
    };
    const outcome = await db.transaction(caller.workspaceId, once, { signal, viewer });
    if (outcome.replayed) reply.header('idempotency-replayed', 'true');
    return outcome;
  };
  if (endpoint.transaction !== 'none') return (await commit(run)).data;

  const amend = <D extends object>(work: (tx: Tx) => Promise<D>) =>
    db.transaction(
      caller.workspaceId,
      async (tx) => {
        const data = await work(tx);
        if (claim) storeResponse(tx, claim, data);
        return data;
      },
      { viewer },
    );
  return handle({ ...call, signal, read, commit, amend });
}

/** The policies show a caller their own private conversations. */
const viewerOf = ({ sees }: EndpointRoute['endpoint'], { userId }: Caller): TransactionViewer => ({
  userId,
  seesAll: sees === 'all',
});

const nothingToCommit = (): never => {
  throw new Error('A GET request commits nothing.');
};

const clientOf = (request: FastifyRequest, reply: FastifyReply): BrowserClient => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  cookie: request.headers.cookie ?? '',
  setCookies: (cookies) => void reply.header('set-cookie', cookies),
});

function routeNotFound({ method, url }: FastifyRequest, routes: EndpointRoute[]): ApiError {
  const [path] = url.split('?');
  const matching = routes.filter(({ endpoint }) => patternOf(endpoint).test(path!));
  const exact = matching.filter(({ endpoint }) => isAt(path!, endpoint));
  const allowed = (exact.length > 0 ? exact : matching).map(({ endpoint }) => endpoint.method);
  if (allowed.length === 0)
    return new ApiError(
      'not_found',
      'Path not found. /openapi.json and /openapi-manage.json list the endpoints.',
    );
  const allow = allowed.flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name])).join(', ');
  return new ApiError(
    'method_not_allowed',
    `${method} is not allowed here. This path accepts ${allow}.`,
    { allow },
  );
}

/**
 * An exact path, such as /prospects/merge, is never a parameter of another path, whatever the
 * method.
 */
const hasExactRoute = (
  { endpoint }: EndpointRoute,
  { url }: FastifyRequest,
  routes: EndpointRoute[],
): boolean =>
  endpoint.path.includes('{') && routes.some((other) => isAt(url.split('?')[0]!, other.endpoint));

const isAt = (path: string, { api, path: own }: EndpointRoute['endpoint']): boolean =>
  path === basePath[api] + own;

const patternOf = ({ api, path }: EndpointRoute['endpoint']): RegExp =>
  new RegExp(`^${basePath[api]}${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

// Any origin may call. Browsers send no credentials along, so a token in the header is required.
const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Retry-After, X-Correlation-Id, RateLimit, RateLimit-Policy, Idempotency-Replayed',
};
/** Any header is allowed, because browsers add their own, such as `traceparent`. */
const preflightHeaders = ({
  'access-control-request-headers': requested = '',
}: FastifyRequest['headers']) => ({
  'access-control-allow-methods': 'GET, HEAD, POST',
  'access-control-allow-headers': headerNames.test(requested) ? requested : ownHeaders,
  'access-control-max-age': '86400',
});
const ownHeaders = 'Authorization, Content-Type, Idempotency-Key';
/** A list of names, at most 1,000 characters. */
const headerNames = /^[\w!#$%&'*+.^`|~, -]{1,1000}$/;
