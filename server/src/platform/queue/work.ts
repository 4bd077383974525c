import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../db/index.ts';
import { attempt } from './attempt.ts';
import { Engine } from './engine.ts';
import type { Line } from './line.ts';
import { recoverLost } from './lost.ts';
import { repeat } from './repeat.ts';
import { advanceClock, type Claim, giveUp, handBack } from './sql.ts';

const pollSeconds = 0.5;
const lookForLostMs = 1_000;
const lookForChoresMs = 15_000;
const complainMs = 5_000;
const longMs = 1_000;
/** Less than the time after which a process that is told to stop ends regardless. */
const graceMs = 10_000;

interface Parts<Cell> {
  /** The database that the queue is in. */
  url: string;
  lines: Line<Cell>[];
  cell: Cell;
  db: Database;
  log: FastifyBaseLogger;
}

/** Works off the queues of these jobs until it is stopped. */
export async function work<Cell>({ url, lines, cell, db, log }: Parts<Cell>): Promise<{
  /** Takes nothing new, waits a while for what is under way, and hands the rest back. */
  stop: () => Promise<void>;
}> {
  const engine = new Engine(url);
  const { boss } = engine;
  const complain = complainTo(log);
  boss.on('error', complain);
  boss.on('warning', ({ message, data }) => log.warn({ data }, message));
  await engine.start(lines.map(({ queue }) => queue.name));

  const underWay = new Map<string, Claim>();
  let stopping = false;
  for (const { queue, prepare } of lines) {
    const perform = prepare(cell);
    const options = {
      pollingIntervalSeconds: pollSeconds,
      heartbeatRefreshSeconds: queue.heartbeatSeconds / 3,
      includeMetadata: true,
    } as const;
    let replaced = 0;
    const startLoop = async (): Promise<void> => {
      const loop: string = await boss.work(queue.name, options, async ([job]) => {
        const { name, id, retryCount, priority } = job!;
        const claim = { name, id, retryCount };
        underWay.set(id, claim);
        // Where there was a job there may be another, so the loop looks again right after this one.
        boss.notifyWorker(loop);
        let isReplaced = false;
        // A job that takes long leaves its place to another loop; its own ends with it.
        const replace = () => {
          if (stopping || isReplaced || replaced >= queue.longBeside) return;
          isReplaced = true;
          replaced++;
          startLoop()
            .then(() => boss.offWork(name, { id: loop, wait: false }))
            .catch(complain);
        };
        const timer = setInterval(replace, longMs);
        try {
          await engine.ask(advanceClock(name, -priority)).catch(complain);
          const failure = await attempt(queue, perform, job!, { db, log });
          // Settled here and not by throwing, by which pg-boss would keep all that the error quotes.
          if (failure?.forGood) await engine.ask(giveUp(claim));
          if (failure) await boss.fail(name, claim, { message: failure.reason });
        } finally {
          clearInterval(timer);
          if (isReplaced) replaced--;
          underWay.delete(id);
        }
      });
    };
    for (let number = 0; number < queue.concurrency; number++) await startLoop();
  }

  const rounds = [
    repeat(lookForLostMs, () => recoverLost(engine, log), complain),
    repeat(lookForChoresMs, () => sendChores(engine, lines), complain),
  ];

  return {
    stop: async () => {
      stopping = true;
      const finished = Promise.all(lines.map(({ queue }) => boss.offWork(queue.name)));
      await Promise.all(rounds.map((round) => round.stop()));
      await Promise.race([finished, sleep(graceMs, undefined, { ref: false })]);
      for (const claim of underWay.values()) {
        await engine.ask(handBack(claim)).catch(complain);
        log.info({ job: claim.name, jobId: claim.id }, 'stopping: job handed back unfinished');
      }
      await engine.close();
    },
  };
}

/** Every process sends what is due; pg-boss keeps one for each period, whoever comes first. */
async function sendChores<Cell>({ boss }: Engine, lines: Line<Cell>[]): Promise<void> {
  for (const { queue, everySeconds } of lines)
    if (everySeconds !== undefined)
      await boss.send(queue.name, null, {
        singletonSeconds: everySeconds,
        deleteAfterSeconds: 2 * everySeconds,
      });
}

/** While the database is away every loop fails twice a second; one line now and then says it all. */
function complainTo(log: FastifyBaseLogger): (error: unknown) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (performance.now() - last < complainMs) return;
    last = performance.now();
    log.error({ err: error }, 'the queue cannot be reached or does not work as it should');
  };
}
