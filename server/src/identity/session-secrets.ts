import { hkdfSync } from 'node:crypto';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { keysAmiss } from '../platform/crypto/cell-secret.ts';
import { type Database, sql } from '../platform/db/index.ts';

const kind = 'session';
const derive = (secret: string, purpose: string, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, length));

/** Known by itself, so that the operator need not name it: the same secret always has the same version. */
const versionOf = (secret: string) =>
  derive(secret, 'outcrop session version', 4).readUInt32BE() >>> 1;
const nameOf = (secret: string) => `${kind} ${versionOf(secret)}`;
const proofOf = (secret: string) => derive(secret, 'outcrop session proof', 32);

/**
 * What signs the cookies of sessions and seals second factors. The first signs and seals; all of them
 * verify and open, so that they can be changed without signing anyone out.
 */
export class SessionSecrets {
  readonly all: readonly string[];
  readonly current: string;

  constructor(secrets: readonly string[]) {
    this.all = secrets;
    this.current = secrets[0]!;
  }

  /** As the library takes them: what it sealed names the version that opens it. */
  get versions(): { version: number; value: string }[] {
    return this.all.map((value) => ({ version: versionOf(value), value }));
  }

  /** What the library sealed before it named versions is opened with this one. */
  get oldest(): string {
    return this.all.at(-1)!;
  }

  /** How everything begins that is sealed now. */
  get beginning(): string {
    return `$ba$${versionOf(this.current)}$`;
  }

  /** Refuses secrets with which second factors of this database would not open. */
  async requireRight(db: Database): Promise<void> {
    const proofs = new Map(this.all.map((secret) => [nameOf(secret), proofOf(secret)]));
    if ((await keysAmiss(db, kind, proofs)).length > 0)
      throw new Error(
        'SESSION_SECRET lacks a secret that second factors of this database are sealed with. ' +
          'Set the right one; docs/operations.md says how to change it, and what to do when it is lost.',
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

  /** Forgets the others, once nothing is sealed with them, and tells how many there were. */
  async forgetOthers(owner: Database): Promise<number> {
    const gone = await owner.ask(sql`
      delete from cell_secret
      where split_part(name, ' ', 1) = ${kind} and name <> ${nameOf(this.current)} returning 1`);
    return gone.length;
  }
}
