import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import { Models } from './core/ai/models.ts';
import { operatorModel } from './core/ai/operator-model.ts';
import { Suppression } from './core/suppression/suppression.ts';
import { Readers } from './enrichment/readers.ts';
import { type JobDeps, jobs } from './jobs.ts';
import { createAllPartitions, missingPartitions } from './maintenance/partitions.ts';
import { Sealing } from './platform/crypto/sealing.ts';
import { Database } from './platform/db/index.ts';
import { requireLeastPrivilege } from './platform/db/privilege.ts';
import { Egress } from './platform/egress/egress.ts';
import type { JobRegistration } from './platform/queue/registry.ts';
import { work } from './platform/queue/work.ts';

/** Starts the worker process. Everything opened here is closed by `stop`. */
export async function startWorker(
  config: Config,
  log: FastifyBaseLogger,
  extraJobs: JobRegistration<JobDeps>[] = [],
): Promise<{ stop: () => Promise<void> }> {
  if (config.SUPPRESSION_KEY === undefined)
    throw new Error('Set SUPPRESSION_KEY. See docs/configuration.md.');
  if (config.SECRETS_KEY === undefined)
    throw new Error('Set SECRETS_KEY. See docs/configuration.md.');
  const suppression = new Suppression(config.SUPPRESSION_KEY);
  const sealing = new Sealing(config.SECRETS_KEY);
  const operator = operatorModel(config);
  const db = new Database({
    url: config.DATABASE_URL,
    poolSize: config.DATABASE_POOL_SIZE,
    timeouts: { statementMs: config.STATEMENT_TIMEOUT_MS, lockMs: config.LOCK_TIMEOUT_MS },
    inBackground: true,
  });
  await requireLeastPrivilege(db);
  await suppression.requireValidKey(db);
  await sealing.requireValidKeys(db);
  const egress = new Egress({
    allow: config.EGRESS_ALLOW,
    proxy: config.EGRESS_PROXY,
    // One host may serve many webhooks, each with its own limit.
    perHost: 500,
  });
  const models = new Models({ operator, egress, sealing, concurrency: config.AI_CONCURRENCY });
  const readers = new Readers();
  await requirePartitions(db, log);
  const { stop } = await work({
    url: config.DATABASE_URL,
    registrations: [...jobs, ...extraJobs],
    deps: { db, suppression, sealing, egress, models, readers },
    db,
    log,
  });

  return {
    stop: async () => {
      await stop();
      await readers.close();
      await egress.close();
      await db.close();
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
