import type { FastifyBaseLogger } from 'fastify';
import { type Config, requiredByWorker, requireVariables } from './config.ts';
import { operatorModelConfig } from './core/ai/model-providers.ts';
import { WorkspaceModels } from './core/ai/workspace-models.ts';
import { MailboxCredentials } from './core/mailboxes/credentials.ts';
import { oauthClientsOf } from './core/mailboxes/oauth-client.ts';
import { MessageParser } from './core/receiving/parse-message.ts';
import { MailTokens } from './core/sending/mail-tokens.ts';
import { Suppression } from './core/suppression/suppression.ts';
import { PageReaders } from './enrichment/page-readers.ts';
import { type JobDeps, jobRegistrations } from './job-registrations.ts';
import { createAllPartitions, missingPartitions } from './maintenance/partitions.ts';
import { Sealing } from './platform/crypto/sealing.ts';
import { Database } from './platform/db/index.ts';
import { requireLeastPrivilege } from './platform/db/privilege.ts';
import { Egress } from './platform/egress/egress.ts';
import { Mailer } from './platform/mail/mailer.ts';
import { startMetricsServer } from './platform/observe/metrics.ts';
import { startTracing } from './platform/observe/start-tracing.ts';
import { startJobLoops } from './platform/queue/job-loops.ts';
import type { JobRegistration } from './platform/queue/job-registry.ts';
import { repeatWork } from './platform/queue/repeat-work.ts';
import { startWatching } from './receiving/watcher.ts';
import { settleNamedEmails } from './sending/settle-unknown.job.ts';
import { startWakingMailboxes } from './sending/wake-mailboxes.job.ts';
import { measureDueWebhooks } from './webhooks/due-deliveries.job.ts';

/**
 * How often metrics are read from the database. A scrape does not read it, because it must not wait.
 */
const measureIntervalMs = 10_000;

/** Starts the worker process. Everything opened here is closed by `stop`. */
export async function startWorker(
  config: Config,
  log: FastifyBaseLogger,
  extraJobs: JobRegistration<JobDeps>[] = [],
): Promise<{ stop: () => Promise<void> }> {
  requireVariables(config, requiredByWorker);
  const tracing = await startTracing(config.OTEL_EXPORTER_OTLP_ENDPOINT, 'outcrop-worker', log);
  const suppression = new Suppression(config.SUPPRESSION_KEY);
  const sealing = new Sealing(config.SECRETS_KEY);
  const operator = operatorModelConfig(config);
  const db = new Database({
    url: config.DATABASE_URL,
    poolSize: config.DATABASE_POOL_SIZE,
    timeouts: { statementMs: config.STATEMENT_TIMEOUT_MS, lockMs: config.LOCK_TIMEOUT_MS },
    inBackground: true,
    canPrepare: config.PREPARED_STATEMENTS === 'on',
  });
  await requireLeastPrivilege(db);
  await suppression.requireValidKey(db);
  await sealing.requireValidKeys(db);
  const egress = new Egress({
    allow: config.EGRESS_ALLOW,
    proxy: config.EGRESS_PROXY,
    nameServers: config.EGRESS_NAME_SERVERS,
    // One host may serve many webhooks, each with its own limit.
    perHost: 500,
  });
  const models = new WorkspaceModels({
    operator,
    egress,
    sealing,
    concurrency: config.AI_CONCURRENCY,
  });
  const readers = new PageReaders();
  const publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
  const clock = () => new Date();
  const oauthClients = oauthClientsOf(config);
  const mail = {
    clock,
    credentials: new MailboxCredentials({ sealing, db, egress, oauthClients, clock }),
    tokens: new MailTokens(config.SUPPRESSION_KEY),
    publicUrl,
    hostName: new URL(publicUrl).hostname,
  };
  const mailer = config.SMTP_URL
    ? new Mailer(config.SMTP_URL, config.MAIL_FROM!, config.SMTP_TIMEOUT_MS)
    : undefined;
  await requirePartitions(db, log);
  const metrics = await startMetricsServer(config, log);
  const { stop, measure } = await startJobLoops({
    url: config.DATABASE_URL,
    registrations: [...jobRegistrations, ...extraJobs],
    deps: { db, suppression, sealing, egress, models, readers, mailer, ...mail },
    db,
    log,
  });

  const waking = startWakingMailboxes(db, (error) =>
    log.warn({ err: error }, 'due mailboxes cannot be looked up'),
  );
  const parser = new MessageParser();
  const watching = startWatching({
    ...{ db, egress, clock, log },
    credentials: mail.credentials,
    ...{ parser, suppression, tokens: mail.tokens, settleUnknown: settleNamedEmails },
  });
  const logError = (error: unknown) => log.warn({ err: error }, 'the queue cannot be measured');
  const measuring =
    metrics &&
    repeatWork(
      measureIntervalMs,
      async () => void (await Promise.all([measure(), measureDueWebhooks(db)])),
      logError,
    );

  return {
    stop: async () => {
      await waking.stop();
      await watching.stop();
      await parser.close();
      await measuring?.stop();
      await stop();
      mailer?.close();
      await readers.close();
      await egress.close();
      await db.close();
      await metrics?.stop();
      await tracing?.stop();
    },
  };
}

/** Today's and tomorrow's partitions are enough to start; maintenance creates the rest. */
async function requirePartitions(db: Database, log: FastifyBaseLogger): Promise<void> {
  const failure = await createAllPartitions(db).catch((error: Error) => error);
  const missing = await missingPartitions(db);
  if (missing.length > 0)
    throw new Error(`Tables cannot be created: ${missing.join('; ')}.`, { cause: failure });
  if (failure)
    log.error({ err: failure }, 'not all partitions could be created; maintenance tries again');
}
