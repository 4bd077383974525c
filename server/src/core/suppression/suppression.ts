import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { formerKeysOf } from '@outcrop/contract/identity';
import { findMismatchedKeys } from '../../platform/crypto/cell-secret.ts';
import { type Database, sql, type Tx } from '../../platform/db/index.ts';

/** The keys that identify a suppressed person. A name is not enough. */
export interface SuppressionKeys {
  emailKey: string | null;
  linkedinKey: string | null;
  /** The key that earlier versions computed for this URL, if any. */
  formerLinkedinKey?: string | null;
}

export const keysOf = (addresses: SuppressionKeys[]) => ({
  email: addresses.flatMap(({ emailKey }) => emailKey ?? []),
  linkedin: addresses.flatMap(({ linkedinKey }) => linkedinKey ?? []),
});

/** Stores who must not be contacted, as keyed hashes only. */
export class Suppression {
  readonly #key: KeyObject;

  constructor(key: string) {
    this.#key = createSecretKey(Buffer.from(key));
  }

  /**
   * Looks up all entries in one query. The returned function tells whether an entry shares a
   * suppressed key. Profiles suppressed under a former key are found by the current one.
   */
  async lookUp(tx: Tx, entries: SuppressionKeys[]): Promise<(entry: SuppressionKeys) => boolean> {
    const lookups = entries.flatMap((entry) => {
      const { emailKey, linkedinKey } = entry;
      const former = this.#formerHashesOf(entry);
      return [
        ...(emailKey === null ? [] : [{ hash: this.emailHash(emailKey), former: [] }]),
        ...(linkedinKey === null ? [] : [{ hash: this.#linkedinHash(linkedinKey), former }]),
      ];
    });
    const hashes = lookups.flatMap(({ hash, former }) => [hash, ...former]);
    const rows =
      hashes.length === 0
        ? []
        : await tx.rows<{ hash: Buffer }>(sql`
            select hash from suppression
            where workspace_id = ${tx.workspaceId} and hash = any(${hashes}::bytea[])`);
    if (rows.length === 0) return () => false;
    const found = new Set(rows.map(({ hash }) => hash.toString('hex')));
    const isFound = (hash: Buffer) => found.has(hash.toString('hex'));
    const suppressed = new Set(
      lookups.flatMap(({ hash, former }) =>
        isFound(hash) || former.some(isFound) ? [hash.toString('hex')] : [],
      ),
    );
    return (entry) => this.#hashesOf(entry).some((hash) => suppressed.has(hash.toString('hex')));
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
    const hashes = entries.flatMap((entry) => [
      ...this.#hashesOf(entry),
      ...this.#formerHashesOf(entry),
    ]);
    if (hashes.length === 0) return;
    tx.defer(sql`
      delete from suppression
      where workspace_id = ${tx.workspaceId} and hash = any(${hashes}::bytea[])`);
  }

  /** Throws if the key differs from the one that the stored hashes were made with. */
  async requireValidKey(db: Database): Promise<void> {
    const proof = new Map([['suppression', this.#hash('proof')]]);
    if ((await findMismatchedKeys(db, 'suppression', proof)).length > 0)
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

  #formerHashesOf({ linkedinKey, formerLinkedinKey }: SuppressionKeys): Buffer[] {
    if (linkedinKey === null) return [];
    const keys = [...formerKeysOf(linkedinKey), ...(formerLinkedinKey ? [formerLinkedinKey] : [])];
    return keys.map((key) => this.#linkedinHash(key));
  }

  #linkedinHash(key: string): Buffer {
    return this.#hash(`linkedin ${key}`);
  }

  #hash(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }
}
