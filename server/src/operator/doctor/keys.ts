import type { Config } from '../../config.ts';
import { SessionSecrets } from '../../core/sign-in/session-secrets.ts';
import { Suppression } from '../../core/suppression/suppression.ts';
import { mismatchedKeys } from '../../platform/crypto/cell-secret.ts';
import { Sealing } from '../../platform/crypto/sealing.ts';
import type { Database } from '../../platform/db/index.ts';
import { ok, problem, type Result } from './checkup.ts';

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

const lost = {
  SUPPRESSION_KEY: 'Do-not-contact marks would not be recognized.',
  SECRETS_KEY: 'Secrets of webhooks, mailboxes and models could not be read.',
  SESSION_SECRET: 'Users would be signed out, and second factors could not be read.',
};

/** Without the database, only whether they are set. Stores nothing. */
export async function checkKeys(config: Config, app: Database | undefined): Promise<Result[]> {
  const findings = await Promise.all(
    (Object.keys(keys) as Key[]).map(async (name) => {
      if (config[name] === undefined)
        return problem(
          `${name} is not set, and the processes do not start without it.`,
          'Set the key of this database. See docs/configuration.md.',
        );
      const { kind, proofs } = keys[name];
      const mismatched = app ? await mismatchedKeys(app, kind, proofs(config)) : [];
      return mismatched.length === 0
        ? []
        : problem(
            `${name} does not match this database (${mismatched.join(', ')}). ${lost[name]}`,
            'Set the key that this database was used with. See "Keys" in docs/operations.md.',
          );
    }),
  );
  const problems = findings.flat();
  const checked = app ? 'match the database' : 'set, but not compared with the database';
  return problems.length > 0 ? problems : [ok(checked)];
}
