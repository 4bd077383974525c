import { randomUUIDv7 } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { eventDefinitions } from '@outcrop/contract';
import { PgBoss } from 'pg-boss';
import { Agent } from 'undici';
import { readConfig } from '../server/src/config.ts';
import { emitEvents, type NewEvent } from '../server/src/core/events/emit-events.ts';
import { migrateTablesAndQueues } from '../server/src/operator/migrations.ts';
import { Sealing } from '../server/src/platform/crypto/sealing.ts';
import { createDatabase } from '../server/src/platform/db/create-database.ts';
import { Database, sql } from '../server/src/platform/db/index.ts';
import {
  newWebhookSecret,
  sealSecret,
  signedHeaders,
  signingKey,
} from '../server/src/webhooks/signature.ts';
import { PostgresCluster } from '../server/test/faults/postgres-cluster.ts';
import { startProcess } from '../server/test/faults/test-process.ts';
import { databaseSettings, ServerProcesses } from './environment.ts';
import { medianOf } from './measure.ts';

const root = join(import.meta.dirname, '..');
const keys = {
  SUPPRESSION_KEY: 'a key for measuring, long enough',
  SECRETS_KEY: 'bench:b25seSBmb3IgbWVhc3VyaW5nLCAzMiBieXRlcyBsb24=',
};
const workerMain = fileURLToPath(new URL('../server/src/worker.ts', import.meta.url));
/** Parallel requests straight to the receiver. */
const callers = 32;

export interface WebhookFigures {
  /** Milliseconds from COMMIT to the receiver's response on an idle system. */
  idle: number[];
  /** Events per second in each round. */
  rounds: Record<'batched' | 'single' | 'boss' | 'bossOneByOne' | 'undici', number>[];
}

/** The first events of a round are not counted: both sides are measured when their code is compiled. */
const [rounds, warmUp, size] = [3, 4_000, 4_000];

interface WebhookEnvironment {
  db: Database;
  appUrl: string;
  ownerUrl: string;
  receiver: string;
  workspaceId: string;
}

async function createEnvironment(
  receiver: string,
  cluster: PostgresCluster,
): Promise<WebhookEnvironment> {
  await createDatabase(cluster.adminUrl, cluster.ownerUrl, cluster.appUrl);
  await migrateTablesAndQueues(cluster.ownerUrl);
  const { appUrl, ownerUrl } = cluster;
  const db = new Database({
    url: ownerUrl,
    poolSize: 16,
    timeouts: { statementMs: 60_000, lockMs: 10_000 },
  });
  const workspaceId = randomUUIDv7();
  const webhookId = randomUUIDv7();
  const sealing = new Sealing(readConfig({ ...process.env, ...keys }).SECRETS_KEY!);
  await db.transaction(workspaceId, async (tx) => {
    await tx.run(
      sql`insert into workspace (id, name, plan_id) values (${workspaceId}, 'Bench', 'scale')`,
    );
    await tx.run(sql`
      insert into webhook (workspace_id, id, url, events, secret)
      values (${workspaceId}, ${webhookId}, ${`${receiver}/hook`}, array['*'],
              ${sealSecret(sealing, workspaceId, webhookId, newWebhookSecret())})`);
  });
  return { db, appUrl, ownerUrl, receiver, workspaceId };
}

const receivedCount = async (receiver: string): Promise<{ count: number; lastAt: number }> =>
  (await (await fetch(receiver)).json()) as { count: number; lastAt: number };

async function waitForCount(receiver: string, count: number) {
  let latest = await receivedCount(receiver);
  while (latest.count < count) {
    await sleep(50);
    latest = await receivedCount(receiver);
  }
  return latest;
}

const newEvent = (): NewEvent => ({
  type: 'prospect.created',
  prospectId: randomUUIDv7(),
  data: eventDefinitions['prospect.created'].example.data as never,
});

const emitProspectEvents = (environment: WebhookEnvironment, count: number) =>
  environment.db.transaction(environment.workspaceId, async (tx) => {
    emitEvents(
      { tx, actor: { actor: { kind: 'system', id: null }, correlationId: 'bench' } },
      Array.from({ length: count }, newEvent),
    );
  });

const startWorker = ({ appUrl }: WebhookEnvironment) =>
  startProcess(workerMain, 'working', {
    ...keys,
    DATABASE_URL: appUrl,
    EGRESS_ALLOW: '127.0.0.0/8',
  });

/** Events per second from a backlog, with `perChange` events per transaction. */
async function measureBacklog(environment: WebhookEnvironment, perChange: number): Promise<number> {
  let emitted = 0;
  const change = async () => {
    while (emitted < warmUp + size) {
      emitted += perChange;
      await emitProspectEvents(environment, perChange);
    }
  };
  await Promise.all(Array.from({ length: 4 }, change));
  const before = (await receivedCount(environment.receiver)).count;
  const worker = await startWorker(environment);
  const first = await waitForCount(environment.receiver, before + warmUp);
  const last = await waitForCount(environment.receiver, before + warmUp + size);
  await worker.stop();
  return ((last.count - first.count) / (last.lastAt - first.lastAt)) * 1_000;
}

const leadPayload = () => ({
  id: randomUUIDv7(),
  type: 'prospect.created',
  createdAt: new Date().toISOString(),
  workspaceId: randomUUIDv7(),
  actor: { kind: 'system', id: null },
  correlationId: 'bench',
  data: eventDefinitions['prospect.created'].example.data,
});

/** The same events as pg-boss jobs that do nothing. */
async function measureBareBoss(
  environment: WebhookEnvironment,
  batchSize: number,
): Promise<number> {
  const boss = new PgBoss({
    connectionString: environment.ownerUrl,
    max: 10,
    schema: 'bare_boss',
    supervise: false,
    schedule: false,
  });
  await boss.start();
  const queue = `bare-${batchSize}`;
  await boss.createQueue(queue, { partition: true }).catch(() => {});
  for (let sent = 0; sent < size; sent += 500)
    await boss.insert(
      queue,
      Array.from({ length: 500 }, () => ({ data: leadPayload() })),
    );
  let done = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const started = performance.now();
  const options = { batchSize, pollingIntervalSeconds: 0.5, heartbeatRefreshSeconds: 10 / 3 };
  for (let n = 0; n < 8; n++) {
    const loop: string = await boss.work(queue, options, async (jobs) => {
      boss.notifyWorker(loop);
      done += jobs.length;
      if (done >= size) resolve();
    });
  }
  await promise;
  const perSecond = (size / (performance.now() - started)) * 1_000;
  await boss.stop({ graceful: true });
  return perSecond;
}

/** The same signed bodies, straight to the receiver. */
async function measureBareUndici({ receiver }: WebhookEnvironment): Promise<number> {
  const agent = new Agent({ connections: callers });
  const signingKeys = [signingKey(newWebhookSecret())];
  let left = warmUp + size;
  let started = 0;
  const caller = async () => {
    while (left-- > 0) {
      if (left === size) started = performance.now();
      const body = leadPayload();
      const text = JSON.stringify(body);
      const answer = await agent.request({
        origin: receiver,
        path: '/hook',
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...signedHeaders(signingKeys, body.id, new Date(), text),
        },
        body: text,
      });
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const perSecond = (size / (performance.now() - started)) * 1_000;
  await agent.destroy();
  return perSecond;
}

async function measureIdle(environment: WebhookEnvironment): Promise<number[]> {
  const worker = await startWorker(environment);
  await sleep(2_000);
  const times: number[] = [];
  for (let n = 0; n < 40; n++) {
    const { count } = await receivedCount(environment.receiver);
    await emitProspectEvents(environment, 1);
    const committed = performance.timeOrigin + performance.now();
    let latest = await receivedCount(environment.receiver);
    while (latest.count === count) {
      await sleep(5);
      latest = await receivedCount(environment.receiver);
    }
    times.push(latest.lastAt - committed);
    await sleep(100 + Math.random() * 500);
  }
  await worker.stop();
  return times;
}

export async function measureWebhooks(say: (line: string) => void): Promise<WebhookFigures> {
  const receiver = await new ServerProcesses().start('bench/receiver.ts', 1, {});
  const cluster = await PostgresCluster.in(join(root, '.bench/webhooks'), {
    ...databaseSettings,
    shared_buffers: '256MB',
  });
  const environment = await createEnvironment(receiver.origins[0]!, cluster);
  const figures: WebhookFigures = { idle: [], rounds: [] };
  try {
    figures.idle = await measureIdle(environment);
    say(
      `idle p50 ${medianOf(figures.idle).toFixed(0)} ms, slowest ${Math.max(...figures.idle).toFixed(0)} ms`,
    );
    for (let round = 0; round < rounds; round++) {
      figures.rounds.push({
        undici: await measureBareUndici(environment),
        boss: await measureBareBoss(environment, 25),
        bossOneByOne: await measureBareBoss(environment, 1),
        batched: await measureBacklog(environment, 100),
        single: await measureBacklog(environment, 1),
      });
      say(
        JSON.stringify(figures.rounds.at(-1), (_, value) =>
          typeof value === 'number' ? Math.round(value) : value,
        ),
      );
    }
  } finally {
    await environment.db.close();
    await receiver.stop();
    await cluster.stop();
  }
  return figures;
}
