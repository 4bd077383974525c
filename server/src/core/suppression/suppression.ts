import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { findMismatchedKeys } from '../../platform/crypto/sealing.ts';
import { type Database, sql, type Tx } from '../../platform/db/index.ts';

/** The keys that identify a suppressed person. A name is not enough. */
export interface SuppressionKeys {
  emailKey: string | null;
  linkedinKey: string | null;
}

export const suppressionKeysOf = (addresses: SuppressionKeys[]) => ({
  email: addresses.flatMap(({ emailKey }) => emailKey ?? []),
  linkedin: addresses.flatMap(({ linkedinKey }) => linkedinKey ?? []),
});

/** Stores the people who must not be contacted, as keyed hashes only. */
export class Suppression {
  readonly #key: KeyObject;

  constructor(key: string) {
    this.#key = createSecretKey(Buffer.from(key));
  }

  /** Looks up all entries at once. The returned function tells whether an entry shares a suppressed key. */
  async lookUp(tx: Tx, entries: SuppressionKeys[]): Promise<(entry: SuppressionKeys) => boolean> {
    const suppressed = await this.#stored(
      tx,
      entries.flatMap((entry) => this.#hashesOf(entry)),
    );
    return suppressed.size === 0
      ? () => false
      : (entry) => this.#hashesOf(entry).some((hash) => suppressed.has(hash.toString('hex')));
  }

  async #stored(tx: Tx, hashes: Buffer[]): Promise<Set<string>> {
    if (hashes.length === 0) return new Set();
    const rows = await tx.rows<{ hash: Buffer }>(sql`
      select hash from suppression
      where workspace_id = ${tx.workspaceId} and hash = any(${hashes}::bytea[])`);
    return new Set(rows.map(({ hash }) => hash.toString('hex')));
  }

  add(tx: Tx, entries: SuppressionKeys[]): void {
    const hashes = entries.flatMap((entry) => this.#hashesOf(entry));
    if (hashes.length === 0) return;
    tx.defer(sql`
      insert into suppression (workspace_id, hash)
      select ${tx.workspaceId}, unnest(${hashes}::bytea[])
      on conflict do nothing`);
  }

  remove(tx: Tx, entries: SuppressionKeys[]): void {
    const hashes = entries.flatMap((entry) => this.#hashesOf(entry));
    if (hashes.length === 0) return;
    tx.defer(sql`
      delete from suppression
      where workspace_id = ${tx.workspaceId} and hash = any(${hashes}::bytea[])`);
  }

  /** Identify the key to the database. The key cannot be derived from them. */
  get proofs(): ReadonlyMap<string, Buffer> {
    return new Map([['suppression', this.#hash('proof')]]);
  }

  /** Throws if the stored hashes were made with another key. */
  async requireValidKey(db: Database): Promise<void> {
    if ((await findMismatchedKeys(db, 'suppression', this.proofs)).length > 0)
      throw new Error(
        'SUPPRESSION_KEY does not match this database. Do-not-contact marks would be lost. Set the original key.',
      );
  }

  /** The hash that stands for an address after its prospect is deleted. */
  emailHash(emailKey: string): Buffer {
    return this.#hash(`email ${emailKey}`);
  }

  #hashesOf({ emailKey, linkedinKey }: SuppressionKeys): Buffer[] {
    return [
      ...(emailKey === null ? [] : [this.emailHash(emailKey)]),
      ...(linkedinKey === null ? [] : [this.#linkedinHash(linkedinKey)]),
    ];
  }

  #linkedinHash(key: string): Buffer {
    return this.#hash(`linkedin ${key}`);
  }

  #hash(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }
}
