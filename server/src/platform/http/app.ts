import { randomUUIDv7 } from 'node:crypto';
import helmet from '@fastify/helmet';
import { type Api, basePath, lines } from '@outcrop/contract';
import { openApiDocument } from '@outcrop/contract/openapi';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { ApiError, unavailable } from '../error.ts';
import type { Caller } from './call.ts';
import { mountConsole } from './console.ts';
import { asApiError, failure, failureHeaders, success } from './envelope.ts';
import { type Exchange, exchangeOf } from './exchange.ts';
import { badFraming, routedUrl } from './framing.ts';
import { nearPath } from './near-path.ts';
import { mountApi, type Pipeline } from './pipeline.ts';
import { mountReference } from './reference.ts';
import { letGoWhenStopping } from './stopping.ts';
import { closeUnread } from './unread-answers.ts';
import { untrustedProxyWarning } from './untrusted-proxy.ts';

const documents: Record<Api, string> = { ext: '/openapi.json', manage: '/openapi-manage.json' };

export interface AppOptions<C extends Caller> extends Pipeline<C> {
  log: FastifyBaseLogger;
  /** Where the built console is. */
  consoleFolder: string;
  /** Networks whose word on where a request came from is taken. */
  trustedProxies: string[];
  /** Whether people come by https. */
  isSecure: boolean;
  /** How long an answer may stay unread before its connection is closed. */
  unreadMs: number;
  /** What is missing before this process should get traffic; empty when it is ready. */
  notReady: () => Promise<string[]>;
  /** Told of every answer to someone who is known. */
  note: (exchange: Exchange) => void;
}

/** The HTTP half of the API process: every answer, good or bad, leaves in the envelope. */
export async function createApp<C extends Caller>({
  log,
  consoleFolder,
  trustedProxies,
  isSecure,
  unreadMs,
  notReady,
  note,
  ...pipeline
}: AppOptions<C>): Promise<FastifyInstance> {
  const framing = badFraming(log);
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
    // Long enough for a large file over a slow line; other bodies have a minute (request-body.ts).
    requestTimeout: 600_000,
    keepAliveTimeout: 72_000,
    rewriteUrl: routedUrl,
    trustProxy: trustedProxies,
    // As long as a head may be at most: a long id is then refused like others, not by the framework.
    routerOptions: { maxParamLength: 16_384 },
    clientErrorHandler: framing.clientErrorHandler,
    // Without a Host header Node would answer by itself; the hook below does it in the envelope.
    http: { requireHostHeader: false },
  });
  framing.answerOn(app.server);
  letGoWhenStopping(app);
  closeUnread(app, unreadMs);
  app.decorateRequest('caller', null);
  app.decorateRequest('refusal', null);

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
    // For this host alone: what else runs under its domain is not ours to decide about.
    strictTransportSecurity: isSecure && { maxAge: 31_536_000, includeSubDomains: false },
  });

  app.setErrorHandler((error, request, reply) => {
    const told = asApiError(error);
    request.refusal = told;
    if (told.details.cause !== undefined || told.code === 'internal_error')
      request.log.error({ err: told.details.cause ?? told }, told.message);
    return reply.code(told.status).headers(failureHeaders(told)).send(failure(told, request.id));
  });
  await mountConsole(app, consoleFolder);
  // What is sent to nobody is not read: the framework would first complain about the body.
  app.addHook('preParsing', async (request) => {
    if (request.is404)
      throw new ApiError(
        'not_found',
        nearPath(request.url.split('?')[0]!, lines) ??
          `There is nothing at this address. The API is at ${basePath.ext}, its reference at /docs.`,
      );
  });
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
    if (caller) note(exchangeOf(request, reply, caller));
  });

  app.get('/livez', async () => success({ live: true }));
  app.get('/readyz', async () => {
    const missing = await notReady();
    if (missing.length > 0) throw unavailable(`Not ready: ${missing.join('; ')}.`);
    return success({ ready: true });
  });
  for (const [api, path] of Object.entries(documents)) {
    // Written once: it is megabytes, and open to anyone.
    const document = Buffer.from(JSON.stringify(openApiDocument(api as Api)));
    app.get(path, (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(document),
    );
  }
  mountReference(app);

  for (const api of Object.keys(basePath) as Api[])
    await app.register(async (door) => mountApi(door, api, pipeline), { prefix: basePath[api] });
  return app;
}
