import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { type Config, requiredByApi, requireVariables } from './config.ts';
import { operatorModelConfig } from './core/ai/model-providers.ts';
import { WorkspaceModels } from './core/ai/workspace-models.ts';
import { MailboxCredentials } from './core/mailboxes/credentials.ts';
import { oauthClientsOf } from './core/mailboxes/oauth-client.ts';
import { MailTokens } from './core/sending/mail-tokens.ts';
import { AttemptLimiter } from './core/sign-in/attempt-limiter.ts';
import { authenticateSession, authenticateToken } from './core/sign-in/authentication.ts';
import { Identity } from './core/sign-in/identity.ts';
import { SessionSecrets } from './core/sign-in/session-secrets.ts';
import { TokenUse } from './core/sign-in/token-use.ts';
import { UnknownTokens } from './core/sign-in/unknown-tokens.ts';
import { Suppression } from './core/suppression/suppression.ts';
import { AttachmentReader } from './inbox/attachments.ts';
import { HtmlSanitizer } from './inbox/html-sanitizer.ts';
import { missingPartitions } from './maintenance/partitions.ts';
import { Sealing } from './platform/crypto/sealing.ts';
import { signInUrlOf } from './platform/db/create-database.ts';
import { Database } from './platform/db/index.ts';
import { requireLeastPrivilege } from './platform/db/privilege.ts';
import { Egress } from './platform/egress/egress.ts';
import { createApp } from './platform/http/app.ts';
import type { EndpointRoute } from './platform/http/endpoint-call.ts';
import { OpenRequests } from './platform/http/open-requests.ts';
import { PublicOrigin } from './platform/http/public-origin.ts';
import { RateWindows } from './platform/http/rate-window.ts';
import { Mailer } from './platform/mail/mailer.ts';
import { startMetricsServer } from './platform/observe/metrics.ts';
import { startTracing } from './platform/observe/start-tracing.ts';
import { countRunningWorkers } from './platform/queue/running-workers.ts';
import { RequestLog } from './request-log/request-log.ts';
import { type HandlerDeps, routes } from './routes.ts';
import { mountUnsubscribe } from './unsubscribe/mount-unsubscribe.ts';
import { createClaimCode } from './workspaces/claim-instance.ts';

export interface ApiService {
  app: FastifyInstance;
  origin: string;
  /** A console URL with a code. */
  link: (page: string, secret: string) => string;
  /** URL to claim a new instance; null once claimed. */
  claimLink: string | null;
  stop: () => Promise<void>;
}

const { version } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string };

/** Starts the API process. Everything opened here is closed by `stop`. */
export async function startService(
  config: Config,
  log: FastifyBaseLogger,
  extraRoutes: EndpointRoute[] = [],
): Promise<ApiService> {
  requireVariables(config, requiredByApi);
  const tracing = await startTracing(config.OTEL_EXPORTER_OTLP_ENDPOINT, 'outcrop-api', log);
  const suppression = new Suppression(config.SUPPRESSION_KEY);
  const mailTokens = new MailTokens(config.SUPPRESSION_KEY);
  const sealing = new Sealing(config.SECRETS_KEY);
  const secrets = new SessionSecrets(config.SESSION_SECRET);
  const operator = operatorModelConfig(config);
  const timeouts = { statementMs: config.STATEMENT_TIMEOUT_MS, lockMs: config.LOCK_TIMEOUT_MS };
  const poolSize = config.DATABASE_POOL_SIZE;
  const maxWaitMs = config.MAX_WAIT_MS;
  const connectTimeoutMs = config.CONNECT_TIMEOUT_MS;
  const url = config.DATABASE_URL;
  const canPrepare = config.PREPARED_STATEMENTS === 'on';
  const db = new Database({ url, poolSize, timeouts, connectTimeoutMs, maxWaitMs, canPrepare });
  // A separate connection, so that requests do not wait for the log.
  const logDb = new Database({ url, poolSize: 1, timeouts, connectTimeoutMs, pool: 'request_log' });
  // Unsubscribing must work within two seconds, even when requests have used up their connections. A
  // request that waits for the lock of a prospect must not delay the recording of others.
  const recordDb = new Database({
    url,
    poolSize: 2,
    perWorkspace: 2,
    timeouts: { statementMs: 1_000, lockMs: 300 },
    connectTimeoutMs,
    maxWaitMs: 500,
    pool: 'unsubscribe_record',
  });
  const stopDb = new Database({
    url,
    poolSize: 2,
    timeouts: { statementMs: 1_000, lockMs: 600 },
    connectTimeoutMs,
    maxWaitMs: 400,
    pool: 'unsubscribe_stop',
  });
  await requireLeastPrivilege(db);
  await suppression.requireValidKey(db);
  await sealing.requireValidKeys(db);
  await secrets.requireValidSecrets(db);
  const egress = new Egress({
    allow: config.EGRESS_ALLOW,
    proxy: config.EGRESS_PROXY,
    nameServers: config.EGRESS_NAME_SERVERS,
  });
  const models = new WorkspaceModels({
    operator,
    egress,
    sealing,
    concurrency: config.AI_CONCURRENCY,
  });
  const oauthClients = oauthClientsOf(config);
  const credentials = new MailboxCredentials({
    sealing,
    db,
    egress,
    oauthClients,
    clock: () => new Date(),
  });
  const sanitizer = new HtmlSanitizer();
  const windows = new RateWindows(config.REDIS_URL, undefined, config.REDIS_TIMEOUT_MS, log);
  const unknownTokens = new UnknownTokens(windows);
  const use = new TokenUse(db);
  const requests = new RequestLog(logDb, log);
  const origin = new PublicOrigin(config.PUBLIC_URL);
  const mailer = config.SMTP_URL
    ? new Mailer(config.SMTP_URL, config.MAIL_FROM!, config.SMTP_TIMEOUT_MS)
    : undefined;
  const identity = new Identity({
    url: signInUrlOf(config),
    timeoutMs: config.STATEMENT_TIMEOUT_MS,
    secrets,
    origin,
    mailer,
    log,
  });
  await identity.requireOwnRole();
  const attempts = new AttemptLimiter(config.REDIS_URL, config.REDIS_TIMEOUT_MS);
  const deps: HandlerDeps = {
    db,
    suppression,
    sealing,
    egress,
    models,
    credentials,
    sanitizer,
    attachments: new AttachmentReader({ egress, credentials }),
    tokens: mailTokens,
    identity,
    attempts,
    origin,
    mailer,
    oauthClients,
    cellName: config.CELL,
    version,
    log,
  };

  let isDraining = false;
  const app = await createApp({
    log,
    consoleFolder: fileURLToPath(new URL('../../console/dist/', import.meta.url)),
    docsFolder: fileURLToPath(new URL('../../docs/', import.meta.url)),
    trustedProxies: config.TRUSTED_PROXIES,
    isSecure: origin.isSecure,
    unreadTimeoutMs: config.UNREAD_ANSWER_TIMEOUT_MS,
    routes: [...routes, ...extraRoutes],
    deps,
    db,
    sealing,
    windows,
    openRequests: new OpenRequests(config.MAX_OPEN_REQUESTS, maxWaitMs),
    slowBodyMs: config.SLOW_BODY_TIMEOUT_MS,
    authenticate: async (header, sender) => {
      const caller = await authenticateToken(
        { db, cell: config.CELL, unknownTokens },
        header,
        sender,
      );
      if (caller) use.record(caller);
      return caller;
    },
    authenticateSession: async (cookie, workspaceId, sender) => {
      const token = identity.sessionTokenIn(cookie);
      const session =
        token === undefined ? null : await authenticateSession(db, token, workspaceId, sender);
      if (session?.caller) use.record(session.caller);
      return session;
    },
    isOwnOrigin: (requestOrigin) => origin.isOwn(requestOrigin),
    findMissing: () => missingPartitions(db),
    countWorkers: () => countRunningWorkers(db),
    isDraining: () => isDraining,
    mountPages: (pages) =>
      mountUnsubscribe(pages, { recordDb, stopDb, suppression, tokens: mailTokens, windows }),
    onResponse: (record) => requests.record(record),
  });
  const claimCode = await createClaimCode(db);
  const metrics = await startMetricsServer(config, log);
  await app.listen({ host: config.HOST, port: config.PORT });
  const { port } = app.server.address() as AddressInfo;
  const listening = `http://${config.HOST}:${port}`;
  origin.listensAt(listening);

  return {
    app,
    origin: listening,
    link: (page, secret) => origin.link(page, secret),
    claimLink: claimCode && origin.link('claim', claimCode),
    stop: async () => {
      isDraining = true;
      await sleep(config.DRAIN_MS);
      await app.close();
      await use.close();
      await requests.close();
      windows.close();
      attempts.close();
      mailer?.close();
      await sanitizer.close();
      await identity.close();
      await egress.close();
      await Promise.all([db, logDb, recordDb, stopDb].map((each) => each.close()));
      await metrics?.stop();
      await tracing?.stop();
    },
  };
}
