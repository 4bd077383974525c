import { type Database, sql } from '../../platform/db/index.ts';
import { countDeadLetters } from '../../platform/queue/dead-letters.ts';
import { Engine } from '../../platform/queue/engine.ts';
import { oldestWaiting } from '../../platform/queue/select-jobs.ts';
import { ok, problem, type Result, warning } from './checkup.ts';

/** Scheduled jobs run every minute, so a worker is silent for no longer. */
const silentMinutes = 5;
const waitingMinutes = 10;

export async function checkWorker(app: Database): Promise<Result> {
  const [last] = await app.ask<{ minutes: number | null }>(sql`
    select floor(extract(epoch from now() - max(began_at)) / 60)::integer as minutes from job_claim`);
  const minutes = last!.minutes;
  if (minutes !== null && minutes < silentMinutes) return ok('a worker runs jobs');
  return problem(
    minutes === null
      ? 'No worker has run a job.'
      : `No worker has run a job for ${minutes} minutes.`,
    'Start a worker (server/src/worker.ts), and read its log. Without one, no webhook, import or maintenance runs.',
  );
}

export async function checkQueue(url: string): Promise<Result[]> {
  const engine = new Engine(url);
  try {
    const [letters, oldest] = await Promise.all([
      countDeadLetters(engine),
      engine.ask<{ job: string; minutes: number }>(oldestWaiting(waitingMinutes)),
    ]);
    const findings = oldest.map(({ job, minutes }) =>
      warning(
        `The oldest "${job}" has been waiting for ${minutes} minutes.`,
        'Start more workers, or read the log of those that run.',
      ),
    );
    if (letters.length > 0)
      findings.push(
        warning(
          `Jobs failed permanently: ${letters.map(({ job, count }) => `${count} of "${job}"`).join(', ')}.`,
          'Read the reasons with "npm run jobs -- list --job NAME", mend the cause, then "redrive".',
        ),
      );
    return findings.length > 0 ? findings : [ok('no dead letters, and no job waits for long')];
  } finally {
    await engine.close();
  }
}
