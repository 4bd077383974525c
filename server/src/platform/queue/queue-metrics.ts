import { type Sql, sql } from '../db/index.ts';
import { counter, gauge, histogram } from '../observe/metrics.ts';
import { deadLetters } from './migrate-queues.ts';
import type { QueueEngine } from './queue-engine.ts';
import { selectJobs } from './select-jobs.ts';

// The label is not `job`, which Prometheus sets itself.
const outcomes = ['done', 'retried', 'dead_letter', 'taken_over'] as const;
export type JobOutcome = (typeof outcomes)[number];

const jobsTotal = counter('outcrop_jobs_total', 'Attempts at jobs, by name and outcome', [
  'job_name',
  'outcome',
]);
const jobSeconds = histogram(
  'outcrop_job_duration_seconds',
  'Duration of an attempt',
  [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1_800],
  ['job_name'],
);
const queueDepth = gauge(
  'outcrop_queue_jobs',
  'Jobs in the queue, as pg-boss counts them once a minute: ready to run, waiting for a later time, or running',
  ['job_name', 'state'],
);
const oldestJobAge = gauge(
  'outcrop_queue_oldest_job_age_seconds',
  'How long the oldest job that is ready to run has been waiting',
  ['job_name'],
);
const deadLetterCount = gauge(
  'outcrop_dead_letters',
  'Jobs that failed in all attempts and are kept',
);

/** Zero for every outcome, so that the first failure is an increase. */
export function initializeJobCounters(job: string): void {
  for (const outcome of outcomes) jobsTotal.inc({ job_name: job, outcome }, 0);
}

export function countAttempt(job: string, outcome: JobOutcome, seconds: number): void {
  jobsTotal.inc({ job_name: job, outcome });
  jobSeconds.observe({ job_name: job }, seconds);
}

/** A job whose worker was lost, so that its duration is not known. */
export function countLostJob(job: string, outcome: JobOutcome): void {
  jobsTotal.inc({ job_name: job, outcome });
}

/**
 * Reads the gauges from the database. If it does not answer, they have no value instead of an old
 * one.
 */
export async function measureQueues(engine: QueueEngine, jobs: string[]): Promise<void> {
  try {
    const [queues, ages] = await Promise.all([
      engine.boss.getQueues(),
      engine.query<{ job: string; age: number }>(selectAges(jobs)),
    ]);
    for (const { name, readyCount, deferredCount, activeCount } of queues) {
      if (name === deadLetters) deadLetterCount.set(readyCount);
      if (!jobs.includes(name)) continue;
      queueDepth.set({ job_name: name, state: 'ready' }, readyCount);
      queueDepth.set({ job_name: name, state: 'later' }, deferredCount);
      queueDepth.set({ job_name: name, state: 'running' }, activeCount);
    }
    for (const { job, age } of ages) oldestJobAge.set({ job_name: job }, age);
  } catch (error) {
    queueDepth.reset();
    oldestJobAge.reset();
    deadLetterCount.remove();
    throw error;
  }
}

/** How many jobs of a queue are read, from its front. */
const frontSize = 1_000;

/**
 * Positions take turns between workspaces, and a workspace's oldest job is its first. So the front of
 * the queue contains the oldest job of all, unless more workspaces wait than are read.
 */
const selectAges = (jobs: string[]): Sql =>
  jobs
    .map((job) => {
      const front = sql`
        name = ${job} and state < 'active' and not blocked and start_after <= now()
        order by priority desc, created_on limit ${frontSize}`;
      return sql`
        select ${job} as job,
               coalesce(extract(epoch from now() - min(greatest("createdOn", "startAfter"))), 0)::float as age
        from (${selectJobs(front)}) as front`;
    })
    .reduce((all, one) => sql`${all} union all ${one}`);
