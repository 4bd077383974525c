import type { Config } from '../../config.ts';
import { SessionSecrets } from '../../core/sign-in/session-secrets.ts';
import { Suppression } from '../../core/suppression/suppression.ts';
import { mismatchedKeys, Sealing } from '../../platform/crypto/sealing.ts';
import type { Database } from '../../platform/db/index.ts';
import { countDeadLetters } from '../../platform/queue/dead-letters.ts';
import { QueueEngine } from '../../platform/queue/queue-engine.ts';
import { countRunningWorkers } from '../../platform/queue/running-workers.ts';
import { oldestWaitingJob } from '../../platform/queue/select-jobs.ts';
import { type CheckResult, okResult, problemResult, warningResult } from './run-checks.ts';

type Key = 'SUPPRESSION_KEY' | 'SECRETS_KEY' | 'SESSION_SECRET';

const keys: Record<Key, { kind: string; proofs: (config: Config) => ReadonlyMap<string, Buffer> }> =
  {
    SUPPRESSION_KEY: {
      kind: 'suppression',
      proofs: (config) => new Suppression(config.SUPPRESSION_KEY!).proofs,
    },
    SECRETS_KEY: { kind: 'sealing', proofs: (config) => new Sealing(config.SECRETS_KEY!).proofs },
    SESSION_SECRET: {
      kind: 'session',
      proofs: (config) => new SessionSecrets(config.SESSION_SECRET!).proofs,
    },
  };

const lostWithKey = {
  SUPPRESSION_KEY: 'Do-not-contact marks would not be recognized.',
  SECRETS_KEY: 'Secrets of webhooks, mailboxes and models could not be read.',
  SESSION_SECRET: 'Users would be signed out, and second factors could not be read.',
};

/** Without the database, checks only whether the keys are set. Stores nothing. */
export async function checkKeys(config: Config, app: Database | undefined): Promise<CheckResult[]> {
  const findings = await Promise.all(
    (Object.keys(keys) as Key[]).map(async (name) => {
      if (config[name] === undefined)
        return problemResult(
          `${name} is not set, and the processes do not start without it.`,
          'Set the key of this database. See docs/configuration.md.',
        );
      const { kind, proofs } = keys[name];
      const mismatched = app ? await mismatchedKeys(app, kind, proofs(config)) : [];
      return mismatched.length === 0
        ? []
        : problemResult(
            `${name} does not match this database (${mismatched.join(', ')}). ${lostWithKey[name]}`,
            'Set the key that this database was used with. See "Keys" in docs/operations.md.',
          );
    }),
  );
  const problems = findings.flat();
  const checked = app ? 'match the database' : 'set, but not compared with the database';
  return problems.length > 0 ? problems : [okResult(checked)];
}

const waitingMinutes = 10;

export async function checkWorker(app: Database): Promise<CheckResult> {
  const workers = await countRunningWorkers(app);
  if (workers > 0) return okResult(workers === 1 ? 'a worker runs' : `${workers} workers run`);
  return problemResult(
    'No worker is running.',
    'Start one with "bin/outcrop worker", or restart its service, and read its log. Without one, no email, ' +
      'webhook, import or maintenance runs.',
  );
}

export async function checkQueue(url: string): Promise<CheckResult[]> {
  const engine = new QueueEngine(url);
  try {
    const [letters, oldest] = await Promise.all([
      countDeadLetters(engine),
      engine.query<{ job: string; minutes: number }>(oldestWaitingJob(waitingMinutes)),
    ]);
    const findings = oldest.map(({ job, minutes }) =>
      warningResult(
        `The oldest "${job}" has been waiting for ${minutes} minutes.`,
        'Start more workers, or read the log of those that run.',
      ),
    );
    if (letters.length > 0)
      findings.push(
        warningResult(
          `Jobs failed permanently: ${letters.map(({ job, count }) => `${count} of "${job}"`).join(', ')}.`,
          'Read the reasons with "npm run jobs -- list --job NAME", mend the cause, then "redrive".',
        ),
      );
    return findings.length > 0
      ? findings
      : [okResult('no dead letters, and no job waits for long')];
  } finally {
    await engine.close();
  }
}
