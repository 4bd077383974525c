import { randomUUIDv7 } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { events } from '@outcrop/contract';
import { PgBoss } from 'pg-boss';
import { Agent } from 'undici';
import { readConfig } from '../server/src/config.ts';
import { emit, type Happening } from '../server/src/events/emit.ts';
import { migrate } from '../server/src/migrations.ts';
import { Sealing } from '../server/src/platform/crypto/sealing.ts';
import { createDatabase } from '../server/src/platform/db/create.ts';
import { Database, sql } from '../server/src/platform/db/index.ts';
import { sealSecret } from '../server/src/webhooks/secrets.ts';
import { newSecret, signedHeaders } from '../server/src/webhooks/signature.ts';
import { PostgresCluster } from '../server/test/faults/postgres-cluster.ts';
import { startProcess } from '../server/test/faults/process.ts';
import { median } from './measure.ts';
import { Processes, settings } from './stage.ts';

const root = join(import.meta.dirname, '..');
const keys = {
  SUPPRESSION_KEY: 'a key for measuring, long enough',
  SECRETS_KEY: 'bench:b25seSBmb3IgbWVhc3VyaW5nLCAzMiBieXRlcyBsb24=',
};
const workerMain = fileURLToPath(new URL('../server/src/worker.ts', import.meta.url));
/** Calls at once, straight to the receiver. */
const callers = 32;

export interface WebhookFigures {
  /** Milliseconds from COMMIT to the receiver's answer, while nothing else happens. */
  idle: number[];
  /** Events a second, round after round. */
  rounds: Record<'batched' | 'single' | 'boss' | 'bossOneByOne' | 'undici', number>[];
}

const [rounds, size] = [3, 4_000];

interface Ground {
  db: Database;
  appUrl: string;
  ownerUrl: string;
  receiver: string;
  workspaceId: string;
}

async function ground(receiver: string, cluster: PostgresCluster): Promise<Ground> {
  await createDatabase(cluster.adminUrl, cluster.ownerUrl, cluster.appUrl);
  await migrate(cluster.ownerUrl);
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
              ${sealSecret(sealing, workspaceId, webhookId, newSecret())})`);
  });
  return { db, appUrl, ownerUrl, receiver, workspaceId };
}

const arrivals = async (receiver: string): Promise<{ count: number; lastAt: number }> =>
  (await (await fetch(receiver)).json()) as { count: number; lastAt: number };

const happening = (): Happening => ({
  type: 'prospect.created',
  prospectId: randomUUIDv7(),
  data: events['prospect.created'].example.data as never,
});

const happen = (ground: Ground, count: number) =>
  ground.db.transaction(ground.workspaceId, async (tx) => {
    emit(
      tx,
      { actor: { kind: 'system', id: null }, correlationId: 'bench' },
      Array.from({ length: count }, happening),
    );
  });

const startWorker = ({ appUrl }: Ground) =>
  startProcess(workerMain, 'working', {
    ...keys,
    DATABASE_URL: appUrl,
    EGRESS_ALLOW: '127.0.0.0/8',
  });

/** Events that wait, so many to a transaction, until the last of them has arrived. */
async function drain(ground: Ground, perChange: number): Promise<number> {
  let made = 0;
  const change = async () => {
    while (made < size) {
      made += perChange;
      await happen(ground, perChange);
    }
  };
  await Promise.all(Array.from({ length: 4 }, change));
  const before = (await arrivals(ground.receiver)).count;
  const worker = await startWorker(ground);
  const started = performance.timeOrigin + performance.now();
  let seen = await arrivals(ground.receiver);
  while (seen.count < before + size) {
    await sleep(50);
    seen = await arrivals(ground.receiver);
  }
  await worker.stop();
  return (size / (seen.lastAt - started)) * 1_000;
}

const payload = () => ({
  id: randomUUIDv7(),
  type: 'prospect.created',
  createdAt: new Date().toISOString(),
  workspaceId: randomUUIDv7(),
  actor: { kind: 'system', id: null },
  correlationId: 'bench',
  data: events['prospect.created'].example.data,
});

/** The same events as jobs of pg-boss that do nothing, fetched so many at a time by as many loops. */
async function bareBoss(ground: Ground, batchSize: number): Promise<number> {
  const boss = new PgBoss({
    connectionString: ground.ownerUrl,
    max: 10,
    schema: 'bare_boss',
    supervise: false,
    schedule: false,
  });
  await boss.start();
  const queue = `bare-${batchSize}`;
  await boss.createQueue(queue, { partition: true }).catch(() => {});
  for (let made = 0; made < size; made += 500)
    await boss.insert(
      queue,
      Array.from({ length: 500 }, () => ({ data: payload() })),
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

/** The same bodies, signed, straight to the receiver. */
async function bareUndici({ receiver }: Ground): Promise<number> {
  const agent = new Agent({ connections: callers });
  const secret = newSecret();
  let left = size;
  const started = performance.now();
  const caller = async () => {
    while (left-- > 0) {
      const body = payload();
      const text = JSON.stringify(body);
      const answer = await agent.request({
        origin: receiver,
        path: '/hook',
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...signedHeaders([secret], body.id, new Date(), text),
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

async function idle(ground: Ground): Promise<number[]> {
  const worker = await startWorker(ground);
  await sleep(2_000);
  const times: number[] = [];
  for (let n = 0; n < 40; n++) {
    const { count } = await arrivals(ground.receiver);
    await happen(ground, 1);
    const committed = performance.timeOrigin + performance.now();
    let seen = await arrivals(ground.receiver);
    while (seen.count === count) {
      await sleep(5);
      seen = await arrivals(ground.receiver);
    }
    times.push(seen.lastAt - committed);
    await sleep(100 + Math.random() * 500);
  }
  await worker.stop();
  return times;
}

export async function measureWebhooks(say: (line: string) => void): Promise<WebhookFigures> {
  const receiver = await new Processes().start('bench/receiver.ts', 1, {});
  const cluster = await PostgresCluster.in(join(root, '.bench/webhooks'), {
    ...settings,
    shared_buffers: '256MB',
  });
  const stage = await ground(receiver.origins[0]!, cluster);
  const figures: WebhookFigures = { idle: [], rounds: [] };
  try {
    figures.idle = await idle(stage);
    say(
      `idle p50 ${median(figures.idle).toFixed(0)} ms, slowest ${Math.max(...figures.idle).toFixed(0)} ms`,
    );
    for (let round = 0; round < rounds; round++) {
      figures.rounds.push({
        undici: await bareUndici(stage),
        boss: await bareBoss(stage, 25),
        bossOneByOne: await bareBoss(stage, 1),
        batched: await drain(stage, 100),
        single: await drain(stage, 1),
      });
      say(
        JSON.stringify(figures.rounds.at(-1), (_, value) =>
          typeof value === 'number' ? Math.round(value) : value,
        ),
      );
    }
  } finally {
    await stage.db.close();
    await receiver.stop();
    await cluster.stop();
  }
  return figures;
}
