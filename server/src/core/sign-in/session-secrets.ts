import { hkdfSync } from 'node:crypto';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { findMismatchedKeys } from '../../platform/crypto/sealing.ts';
import { type Database, sql } from '../../platform/db/index.ts';

const kind = 'session';
const derive = (secret: string, purpose: string, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, length));

/** Derived from the secret, so that the operator need not assign it. */
const versionOf = (secret: string) =>
  derive(secret, 'outcrop session version', 4).readUInt32BE() >>> 1;
const nameOf = (secret: string) => `${kind} ${versionOf(secret)}`;
const proofOf = (secret: string) => derive(secret, 'outcrop session proof', 32);

/**
 * Secrets that sign session cookies and seal second factors. The first secret signs and seals. All
 * secrets verify and open, so that rotation signs nobody out.
 */
export class SessionSecrets {
  readonly all: readonly string[];
  readonly current: string;

  constructor(secrets: readonly string[]) {
    this.all = secrets;
    this.current = secrets[0]!;
  }

  /** In the library's format: sealed values contain the version that opens them. */
  get versions(): { version: number; value: string }[] {
    return this.all.map((value) => ({ version: versionOf(value), value }));
  }

  /** Opens values that the library sealed before it stored versions. */
  get oldest(): string {
    return this.all.at(-1)!;
  }

  /** Prefix of all new sealed values. */
  get prefix(): string {
    return `$ba$${versionOf(this.current)}$`;
  }

  /** Identify the secrets to the database. No secret can be derived from them. */
  get proofs(): ReadonlyMap<string, Buffer> {
    return new Map(this.all.map((secret) => [nameOf(secret), proofOf(secret)]));
  }

  /** Fails if a secret that sealed second factors in this database is missing. */
  async requireValidSecrets(db: Database): Promise<void> {
    if ((await findMismatchedKeys(db, kind, this.proofs)).length > 0)
      throw new Error(
        'SESSION_SECRET is missing a secret that second factors in this database are sealed with. ' +
          'Set the correct one. See docs/operations.md for how to change it, and what to do if it is lost.',
      );
  }

  async reseal(sealed: string): Promise<string> {
    const keys = new Map(this.versions.map(({ version, value }) => [version, value]));
    const config = { keys, currentVersion: versionOf(this.current), legacySecret: this.oldest };
    return symmetricEncrypt({
      key: config,
      data: await symmetricDecrypt({ key: config, data: sealed }),
    });
  }

  /** Deletes the proofs of secrets no longer in use and returns their number. */
  async deleteOldSecrets(owner: Database): Promise<number> {
    const deleted = await owner.query(sql`
      delete from cell_secret
      where split_part(name, ' ', 1) = ${kind} and name <> ${nameOf(this.current)} returning 1`);
    return deleted.length;
  }
}
