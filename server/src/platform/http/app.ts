import { randomUUIDv7 } from 'node:crypto';
import helmet from '@fastify/helmet';
import { type ApiName, basePath } from '@outcrop/contract';
import { openApiDocument } from '@outcrop/contract/openapi';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { ApiError, unavailableError } from '../error.ts';
import { untrustedProxyWarning } from './client-network.ts';
import { closeConnectionsOnShutdown, closeUnreadResponses } from './close-connections.ts';
import { mountConsole } from './console.ts';
import { asApiError, failureBody, failureHeaders, successBody } from './envelope.ts';
import { invalidHttpHandler, routedUrl } from './framing.ts';
import { mountGuides } from './guides.ts';
import { countRefusedRequest, observeRequests } from './observe-requests.ts';
import { mountApi, type RequestPipeline } from './pipeline.ts';
import { mountReference } from './reference.ts';
import { type RequestRecord, requestRecordOf } from './request-record.ts';
import { limitResponseText } from './response-limit.ts';
import { mountTextFiles } from './text-files.ts';

const documents: Record<ApiName, string> = {
  ext: '/openapi.json',
  manage: '/openapi-manage.json',
  connect: '/openapi-connect.json',
};

export interface AppOptions extends RequestPipeline {
  log: FastifyBaseLogger;
  consoleFolder: string;
  docsFolder: string;
  /** Networks of proxies whose X-Forwarded-For header is trusted. */
  trustedProxies: string[];
  /** Whether the public URL is https. */
  isSecure: boolean;
  /** Close a connection whose response is not read for this long. */
  unreadTimeoutMs: number;
  /** What is missing before this process can serve traffic; empty when it is ready. */
  findMissing: () => Promise<string[]>;
  /** How many workers run. A process is ready without one. */
  countWorkers: () => Promise<number>;
  /** Whether the process is about to stop and still answers. */
  isDraining: () => boolean;
  /** Adds pages outside the API that need no sign-in. */
  mountPages: (app: FastifyInstance) => Promise<void>;
  /** Called after every authenticated request. */
  onResponse: (exchange: RequestRecord) => void;
}

/** The HTTP app. Every response, success or error, uses the envelope. */
export async function createApp({
  log,
  consoleFolder,
  docsFolder,
  trustedProxies,
  isSecure,
  unreadTimeoutMs,
  findMissing,
  countWorkers,
  isDraining,
  mountPages,
  onResponse,
  ...pipeline
}: AppOptions): Promise<FastifyInstance> {
  const framing = invalidHttpHandler(log);
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'correlationId',
    }),
    genReqId: () => randomUUIDv7(),
    requestIdHeader: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Long enough for a large file on a slow connection. Other bodies have a minute; see
    // request-body.ts.
    requestTimeout: 600_000,
    keepAliveTimeout: 72_000,
    rewriteUrl: routedUrl,
    trustProxy: trustedProxies,
    // The maximum header size, so that a long id fails validation like any other and not in the
    // router.
    routerOptions: { maxParamLength: 16_384 },
    clientErrorHandler: framing.clientErrorHandler,
    // Node would respond to a missing Host header itself; the hook below uses the envelope.
    http: { requireHostHeader: false },
  });
  framing.attachTo(app.server);
  closeConnectionsOnShutdown(app, isDraining);
  closeUnreadResponses(app, unreadTimeoutMs);
  app.decorateRequest('caller', null);
  app.decorateRequest('apiError', null);

  // The first hook, so that it covers all others.
  observeRequests(app);
  const warnOfUntrustedProxy = untrustedProxyWarning(log);
  app.addHook('onRequest', async (request, reply) => {
    warnOfUntrustedProxy(request);
    reply.header('x-correlation-id', request.id).header('cache-control', 'no-store');
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      throw new ApiError('bad_request', 'The request has no Host header. Send one.');
  });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    // Not for subdomains, which may not be ours.
    strictTransportSecurity: isSecure && { maxAge: 31_536_000, includeSubDomains: false },
  });

  app.setErrorHandler((error, request, reply) => {
    const apiError = asApiError(error);
    request.apiError = apiError;
    countRefusedRequest(apiError);
    if (apiError.details.cause !== undefined || apiError.code === 'internal_error')
      request.log.error({ err: apiError.details.cause ?? apiError }, apiError.message);
    return reply
      .code(apiError.status)
      .headers(failureHeaders(apiError))
      .send(failureBody(apiError, request.id));
  });
  await mountConsole(app, consoleFolder);
  // Before the body is read: otherwise the framework reports body errors first.
  app.addHook('preParsing', async (request) => {
    if (request.is404)
      throw new ApiError(
        'not_found',
        `Path not found. The API is at ${basePath.ext}, its reference at /docs.`,
      );
  });
  app.addHook('onSend', async (_request, _reply, payload) => limitResponseText(payload));
  app.addHook('onResponse', async (request, reply) => {
    const { caller } = request;
    request.log.info(
      {
        method: request.method,
        path: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(caller && {
          workspaceId: caller.workspaceId,
          userId: caller.userId,
          tokenId: caller.tokenId,
        }),
      },
      'request',
    );
    if (caller) onResponse(requestRecordOf(request, reply, caller));
  });

  app.get('/livez', async () => successBody({ live: true }));
  app.get('/readyz', async () => {
    if (isDraining()) throw unavailableError('stopping', 'Not ready: this process is stopping.');
    const [missing, workers] = await Promise.all([findMissing(), countWorkers()]);
    if (missing.length > 0)
      throw unavailableError('not_ready', `Not ready: ${missing.join('; ')}.`);
    return successBody({ ready: true, workers });
  });
  for (const [api, path] of Object.entries(documents)) {
    // Serialized once: it is several megabytes and public.
    const document = Buffer.from(JSON.stringify(openApiDocument(api as ApiName)));
    app.get(path, (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(document),
    );
  }
  mountTextFiles(app);
  mountReference(app);
  mountGuides(app, docsFolder);
  await mountPages(app);

  for (const api of Object.keys(basePath) as ApiName[])
    await app.register(async (scope) => mountApi(scope, api, pipeline), { prefix: basePath[api] });
  return app;
}
