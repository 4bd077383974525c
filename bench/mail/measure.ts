import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrateTablesAndQueues } from '../../server/src/operator/migrations.ts';
import { createDatabase } from '../../server/src/platform/db/create-database.ts';
import { Database, sql } from '../../server/src/platform/db/index.ts';
import { PostgresCluster } from '../../server/test/faults/postgres-cluster.ts';
import { databaseSettings } from '../environment.ts';
import { workspaceIdOf } from '../sizes.ts';
import { fewEnrollments, fillMail, type MailSize, manyEnrollments, oneCampaign } from './fill.ts';
import { type MailSink, startMailSink } from './start-sink.ts';
import { residentMegabytes, startWorkers, wakeMailboxes } from './workers.ts';

export interface MailLatencies {
  p50: number;
  p99: number;
  perSecond: number;
  /** The median time of the statement that finds the next email. */
  findP50: number;
  findP99: number;
}

interface SendingCost {
  messages: number;
  perSecond: number;
  barePerSecond: number;
  commitsPerMessage: number;
  walBytesPerMessage: number;
  /** The memory of the worker after each tenth of the messages. */
  megabytes: number[];
}

export interface MailFigures {
  /** One caller, in rounds that alternate between the sizes. */
  claims: { size: string; rounds: MailLatencies[] }[];
  twoWorkersPerSecond: number[];
  /** Milliseconds until the message of another workspace arrived. */
  behindBacklogMs: number[];
  cost: (SendingCost & { answerMs: number })[];
  /** Load average of the machine over the last five minutes, when the last part ended. */
  load: number;
}

interface MailCell {
  appUrl: string;
  adminUrl: string;
  owner: Database;
}

const [rounds, claimsPerRound, connections] = [3, 1_000, 32];
/** What a mail server on the internet takes to accept a message. */
const usualAnswerMs = 300;
const messages = Number(process.env['MESSAGES'] ?? 100_000);

async function openCell(
  cluster: PostgresCluster,
  size: MailSize,
  say: PrintLine,
): Promise<MailCell> {
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${size.database}` }).href;
  const [appUrl, adminUrl] = [at(cluster.appUrl), at(cluster.adminUrl)];
  await createDatabase(cluster.adminUrl, at(cluster.ownerUrl), appUrl);
  await migrateTablesAndQueues(at(cluster.ownerUrl));
  await fillMail(adminUrl, size, say);
  const owner = new Database({
    url: adminUrl,
    poolSize: 4,
    timeouts: { statementMs: 600_000, lockMs: 10_000 },
    inBackground: true,
  });
  return { appUrl, adminUrl, owner };
}

type PrintLine = (line: string) => void;

/** Runs a file in processes of their own, started together, and returns what each reports. */
async function runTogether<T>(file: string, environments: Record<string, string>[]): Promise<T[]> {
  const children = environments.map((environment) =>
    fork(join(import.meta.dirname, file), { env: { ...process.env, ...environment } }),
  );
  await Promise.all(children.map((child) => once(child, 'message')));
  const reports = children.map((child) => once(child, 'message'));
  const exits = children.map((child) => once(child, 'exit'));
  for (const child of children) child.send('start');
  const reported = (await Promise.all(reports)).map(([report]) => report as T);
  await Promise.all(exits);
  return reported;
}

async function measureClaimLatencies(
  { appUrl, adminUrl }: MailCell,
  { workers, callers }: { workers: number; callers: number },
): Promise<MailLatencies> {
  const reports = await runTogether<{ times: number[]; seconds: number; finding: number[] }>(
    'claims.ts',
    Array.from({ length: workers }, (_, index) => ({
      ...{ DATABASE_URL: appUrl, ADMIN_URL: adminUrl, SHARE: `${index}/${workers}` },
      ...{ COUNT: String(claimsPerRound), CALLERS: String(callers) },
    })),
  );
  const quantile = (name: 'times' | 'finding', share: number) => {
    const sorted = reports.flatMap((report) => report[name]).toSorted((a, b) => a - b);
    return sorted[Math.floor(sorted.length * share)]!;
  };
  return {
    p50: quantile('times', 0.5),
    p99: quantile('times', 0.99),
    perSecond: reports.reduce((sum, { times, seconds }) => sum + times.length / seconds, 0),
    findP50: quantile('finding', 0.5),
    findP99: quantile('finding', 0.99),
  };
}

/** While two workers send a backlog of the largest workspace, single messages of another become due. */
async function measureBehindBacklog({ appUrl, owner }: MailCell): Promise<number[]> {
  // The claims have made mailboxes due that have no password.
  await owner.query(sql`
    update mailbox set send_at = null, status = 'ok', reason = null, detail = null, rest_until = null,
                       failing_since = null, free_at = null
    where send_at is not null`);
  const sink = await startMailSink(usualAnswerMs);
  const workers = await startWorkers(appUrl, sink, 2);
  await wakeMailboxes(owner, workspaceIdOf(0), sink);
  await waitForArrivals(sink, 200);
  const mailboxes = await owner.query<{ id: string; address: string }>(sql`
    select id, address from mailbox where workspace_id = ${workspaceIdOf(1)} limit 10`);
  const times: number[] = [];
  for (const mailbox of mailboxes) {
    const startedAt = Date.now();
    const from = sink.arrivals.length;
    await wakeMailboxes(owner, workspaceIdOf(1), sink, mailbox);
    const isHere = () => sink.arrivals.slice(from).find(({ sender }) => sender === mailbox.address);
    while (!isHere()) await sleep(10);
    times.push(isHere()!.at - startedAt);
    await owner.query(sql`update mailbox set send_at = null where id = ${mailbox.id}`);
  }
  await owner.query(sql`update mailbox set send_at = null`);
  await Promise.all(workers.map((worker) => worker.stop()));
  await owner.close();
  sink.stop();
  return times;
}

async function waitForArrivals({ arrivals }: MailSink, count: number): Promise<void> {
  while (arrivals.length < count) await sleep(20);
}

/** One worker sends everything that is due, over as many connections as bare nodemailer. */
async function measureSendingCost(
  cell: MailCell,
  answerMs: number,
  count: number,
  say: PrintLine,
): Promise<SendingCost> {
  const { appUrl, owner } = cell;
  const sink = await startMailSink(answerMs);
  const bare = fork(join(import.meta.dirname, 'bare.ts'), {
    env: {
      ...process.env,
      NODE_EXTRA_CA_CERTS: sink.certificateFile,
      ...{
        COUNT: String(Math.round(count / 5)),
        CALLERS: String(connections),
        SINK_PORT: String(sink.port),
      },
    },
  });
  const [{ seconds }] = (await once(bare, 'message')) as [{ seconds: number }];
  const barePerSecond = Math.round(count / 5) / seconds;
  say(`bare nodemailer, ${answerMs} ms: ${barePerSecond.toFixed(0)} a second`);

  const counters = async () => {
    const [row] = await owner.query<{ commits: number; wal: number }>(sql`
      select pg_stat_get_db_xact_commit(oid)::int as commits,
             pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal
      from pg_database where datname = current_database()`);
    return row!;
  };
  const worker = (await startWorkers(appUrl, sink, 1))[0]!;
  sink.arrivals.length = 0;
  const before = await counters();
  await wakeMailboxes(owner, workspaceIdOf(0), sink);
  // The first tenth is not counted: the worker compiles its code and fills its caches.
  const megabytes: number[] = [];
  for (let tenth = 1; tenth <= 10; tenth++) {
    await waitForArrivals(sink, (count * tenth) / 10);
    megabytes.push(residentMegabytes(worker.pid));
    say(`${answerMs} ms: ${tenth}0 %, worker ${megabytes.at(-1)} MB`);
  }
  const [first, last] = [sink.arrivals[count / 10]!, sink.arrivals[count - 1]!];
  const perSecond = (count * 0.9 * 1_000) / (last.at - first.at);
  await owner.query(sql`update mailbox set send_at = null`);
  await worker.stop();
  const sent = sink.arrivals.length;
  sink.stop();
  await sleep(1_000);
  const after = await counters();
  return {
    messages: sent,
    ...{ perSecond, barePerSecond, megabytes },
    commitsPerMessage: (after.commits - before.commits) / sent,
    walBytesPerMessage: (after.wal - before.wal) / sent,
  };
}

const parts = ['claims', 'backlog', 'cost'] as const;
type MailPart = (typeof parts)[number];

/** Measures the named parts, or all. The other parts keep the figures of the last run. */
export async function measureMail(only: string[], say: PrintLine): Promise<MailFigures> {
  const directory = join(import.meta.dirname, '../../.bench');
  const file = join(directory, 'mail-figures.json');
  const isWanted = (part: MailPart) => only.length === 0 || only.includes(part);
  const figures: MailFigures =
    parts.every(isWanted) || !existsSync(file)
      ? { claims: [], twoWorkersPerSecond: [], behindBacklogMs: [], cost: [], load: 0 }
      : (JSON.parse(readFileSync(file, 'utf8')) as MailFigures);
  const cluster = await PostgresCluster.in(join(directory, 'mail'), databaseSettings);
  const open = (size: MailSize) => openCell(cluster, size, say);
  const measure = {
    claims: () => measureClaims(open, say),
    backlog: async () => ({
      behindBacklogMs: await measureBehindBacklog(await open(manyEnrollments)),
    }),
    cost: async () => ({ cost: await measureCost(open, say) }),
  };
  try {
    for (const part of parts.filter(isWanted)) {
      Object.assign(figures, await measure[part](), { load: loadavg()[1] });
      writeFileSync(file, JSON.stringify(figures));
    }
    return figures;
  } finally {
    await cluster.stop();
  }
}

async function measureClaims(open: (size: MailSize) => Promise<MailCell>, say: PrintLine) {
  const sizes = [fewEnrollments, manyEnrollments];
  const cells: MailCell[] = [];
  for (const size of sizes) cells.push(await open(size));
  const measured = sizes.map(({ name }) => ({ size: name, rounds: [] as MailLatencies[] }));
  for (let round = 0; round < rounds; round++)
    for (const [index, cell] of cells.entries()) {
      const latencies = await measureClaimLatencies(cell, { workers: 1, callers: 1 });
      measured[index]!.rounds.push(latencies);
      say(`${sizes[index]!.name}: ${formatLatencies(latencies)}`);
    }
  const twoWorkersPerSecond: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const latencies = await measureClaimLatencies(cells[1]!, { workers: 2, callers: 4 });
    twoWorkersPerSecond.push(latencies.perSecond);
    say(`two workers: ${formatLatencies(latencies)}`);
  }
  for (const { owner } of cells) await owner.close();
  return { claims: measured, twoWorkersPerSecond };
}

async function measureCost(open: (size: MailSize) => Promise<MailCell>, say: PrintLine) {
  const cell = await open(oneCampaign(messages * 1.2));
  const figures: MailFigures['cost'] = [];
  for (const [answerMs, count] of [
    [usualAnswerMs, messages / 10],
    [0, messages],
  ] as const) {
    figures.push({ answerMs, ...(await measureSendingCost(cell, answerMs, count, say)) });
    say(JSON.stringify(figures.at(-1)));
  }
  await cell.owner.close();
  return figures;
}

const formatLatencies = ({ p50, p99, perSecond, findP50, findP99 }: MailLatencies): string =>
  `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${perSecond.toFixed(0)} a second; ` +
  `finding p50 ${findP50.toFixed(1)} ms, p99 ${findP99.toFixed(1)} ms`;
