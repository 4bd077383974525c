import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { JobWithMetadata } from 'pg-boss';
import type { Database } from '../db/index.ts';
import { attemptJob, failJobPermanently, requeueJob, requeueLostJobs } from './job-attempt.ts';
import type { JobRegistration } from './job-registry.ts';
import { QueueEngine } from './queue-engine.ts';
import { initializeJobCounters, measureQueues } from './queue-metrics.ts';
import { restartPositions } from './queue-positions.ts';
import { repeatWork } from './repeat-work.ts';

const pollSeconds = 0.5;
const lostJobsIntervalMs = 1_000;
const scheduleIntervalMs = 15_000;
const positionsIntervalMs = 3_600_000;
const errorLogIntervalMs = 5_000;
const longJobMs = 1_000;
/** How long a stopping worker waits for its jobs. Must be shorter than the grace period in stop-on-signal.ts. */
export const stopGraceMs = 10_000;

interface WorkOptions<Deps> {
  url: string;
  registrations: JobRegistration<Deps>[];
  deps: Deps;
  db: Database;
  log: FastifyBaseLogger;
}

/** Runs jobs until stopped. */
export async function startJobLoops<Deps>({
  url,
  registrations,
  deps,
  db,
  log,
}: WorkOptions<Deps>): Promise<{
  /** Accepts no new jobs, waits for running ones up to `stopGraceMs`, and requeues the rest. */
  stop: () => Promise<void>;
  /** Updates the metrics that are read from the database. */
  measure: () => Promise<void>;
}> {
  const engine = new QueueEngine(url);
  const { boss } = engine;
  const logError = throttledErrorLog(log);
  boss.on('error', logError);
  boss.on('warning', ({ message, data }) => log.warn({ data }, message));
  const names = registrations.map(({ queue }) => queue.name);
  await engine.start(names);
  for (const name of names) initializeJobCounters(name);

  const running = new Map<string, JobWithMetadata<unknown>>();
  let stopping = false;
  for (const { queue, prepare } of registrations) {
    const run = prepare(deps);
    const options = {
      pollingIntervalSeconds: pollSeconds,
      heartbeatRefreshSeconds: queue.heartbeatSeconds / 3,
      includeMetadata: true,
    } as const;
    let replaced = 0;
    const startLoop = async (): Promise<void> => {
      const loop: string = await boss.work(queue.name, options, async ([job]) => {
        // It was being fetched when the worker was stopped.
        if (stopping) return requeueJob(engine, job!);
        const { name, id } = job!;
        running.set(id, job!);
        // More jobs may be waiting, so poll again without delay.
        boss.notifyWorker(loop);
        let isReplaced = false;
        // A long job gives its slot to a new loop, and its own loop ends with it.
        const replace = () => {
          if (stopping || isReplaced || replaced >= queue.extraSlotsForLongJobs) return;
          isReplaced = true;
          replaced++;
          startLoop()
            .then(() => boss.offWork(name, { id: loop, wait: false }))
            .catch(logError);
        };
        const timer = setInterval(replace, longJobMs);
        try {
          const failure = await attemptJob(queue, run, job!, { engine, db, log });
          // Failed explicitly instead of by throwing, because pg-boss would store the whole error.
          if (failure?.isPermanent) await failJobPermanently(engine, job!, failure.reason);
          else if (failure) await boss.fail(name, job!, { message: failure.reason });
        } finally {
          clearInterval(timer);
          if (isReplaced) replaced--;
          running.delete(id);
        }
      });
    };
    for (let number = 0; number < queue.concurrency; number++) await startLoop();
  }

  const timers = [
    repeatWork(lostJobsIntervalMs, () => requeueLostJobs(engine, log), logError),
    repeatWork(scheduleIntervalMs, () => sendScheduledJobs(engine, registrations), logError),
    repeatWork(positionsIntervalMs, () => restartPositions(engine), logError),
  ];

  return {
    measure: () => measureQueues(engine, names),
    stop: async () => {
      stopping = true;
      const finished = Promise.all(registrations.map(({ queue }) => boss.offWork(queue.name)));
      await Promise.all(timers.map((timer) => timer.stop()));
      await Promise.race([finished, sleep(stopGraceMs, undefined, { ref: false })]);
      for (const job of running.values()) {
        await requeueJob(engine, job).catch(logError);
        log.info({ job: job.name, jobId: job.id }, 'stopping: unfinished job requeued');
      }
      await engine.close();
    },
  };
}

/** Every process sends due jobs; pg-boss keeps one per period. */
async function sendScheduledJobs<Deps>(
  { boss }: QueueEngine,
  registrations: JobRegistration<Deps>[],
): Promise<void> {
  for (const { queue, everySeconds } of registrations)
    if (everySeconds !== undefined)
      await boss.send(queue.name, null, {
        singletonSeconds: everySeconds,
        deleteAfterSeconds: 2 * everySeconds,
      });
}

/**
 * While the database is unreachable, every loop fails twice a second; log only some of these
 * errors.
 */
function throttledErrorLog(log: FastifyBaseLogger): (error: unknown) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (performance.now() - last < errorLogIntervalMs) return;
    last = performance.now();
    log.error({ err: error }, 'the queue is unreachable or failing');
  };
}
