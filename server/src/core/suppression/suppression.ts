import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { formerKeysOf, formerLinkedinKey, isFormerKey } from '@outcrop/contract/identity';
import { findMismatchedKeys } from '../../platform/crypto/cell-secret.ts';
import { type Database, sql, type Tx } from '../../platform/db/index.ts';

/** The keys that identify a suppressed person. A name is not enough. */
export interface SuppressionKeys {
  emailKey: string | null;
  linkedinKey: string | null;
  /** As it was sent. Earlier versions made the key of some URLs in another way. */
  linkedinUrl?: string | null | undefined;
}

export const keysOf = (addresses: SuppressionKeys[]) => ({
  email: addresses.flatMap(({ emailKey }) => emailKey ?? []),
  linkedin: addresses.flatMap(({ linkedinKey }) => linkedinKey ?? []),
});

/** Whether earlier versions stored any key, which may be a former one. */
const hasFormerKeys = async (tx: Tx): Promise<boolean> => {
  const [row] = await tx.rows<{ hasFormer: boolean }>(sql`
    select exists (select from suppression where workspace_id = ${tx.workspaceId} and is_former) as "hasFormer"`);
  return row!.hasFormer;
};

/** Stores who must not be contacted, as keyed hashes only. */
export class Suppression {
  readonly #key: KeyObject;

  constructor(key: string) {
    this.#key = createSecretKey(Buffer.from(key));
  }

  /**
   * Looks up all entries at once. The returned function tells whether an entry shares a suppressed
   * key. Profiles suppressed under a former key are found by the current one.
   */
  async lookUp(tx: Tx, entries: SuppressionKeys[]): Promise<(entry: SuppressionKeys) => boolean> {
    const [suppressed, hasFormer] = await Promise.all([
      this.#stored(
        tx,
        entries.flatMap((entry) => this.#hashesOf(entry)),
      ),
      hasFormerKeys(tx),
    ]);
    if (hasFormer)
      for (const hash of await this.#underFormerKeys(tx, entries)) suppressed.add(hash);
    return suppressed.size === 0
      ? () => false
      : (entry) => this.#hashesOf(entry).some((hash) => suppressed.has(hash.toString('hex')));
  }

  /** The hashes of current keys whose former ones are stored. */
  async #underFormerKeys(tx: Tx, entries: SuppressionKeys[]): Promise<string[]> {
    const profiles = entries.flatMap((entry) =>
      entry.linkedinKey === null
        ? []
        : [{ hash: this.#linkedinHash(entry.linkedinKey), former: this.#formerHashesOf(entry) }],
    );
    const stored = await this.#stored(
      tx,
      profiles.flatMap(({ former }) => former),
    );
    return profiles.flatMap(({ hash, former }) =>
      former.some((each) => stored.has(each.toString('hex'))) ? [hash.toString('hex')] : [],
    );
  }

  async #stored(tx: Tx, hashes: Buffer[]): Promise<Set<string>> {
    if (hashes.length === 0) return new Set();
    const rows = await tx.rows<{ hash: Buffer }>(sql`
      select hash from suppression
      where workspace_id = ${tx.workspaceId} and hash = any(${hashes}::bytea[])`);
    return new Set(rows.map(({ hash }) => hash.toString('hex')));
  }

  add(tx: Tx, entries: SuppressionKeys[]): void {
    const hashes = entries.flatMap((entry) =>
      this.#hashesOf(entry).map((hash) => ({ hash, isFormer: isFormerKey(entry.linkedinKey) })),
    );
    if (hashes.length === 0) return;
    tx.defer(sql`
      insert into suppression (workspace_id, hash, is_former)
      select ${tx.workspaceId}, hash, is_former
      from unnest(${hashes.map(({ hash }) => hash)}::bytea[],
                  ${hashes.map(({ isFormer }) => isFormer)}::boolean[]) as added (hash, is_former)
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

  /** From which the key cannot be derived. */
  get proofs(): ReadonlyMap<string, Buffer> {
    return new Map([['suppression', this.#hash('proof')]]);
  }

  /** Throws if the key differs from the one that the stored hashes were made with. */
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

  #formerHashesOf({ linkedinKey, linkedinUrl }: SuppressionKeys): Buffer[] {
    if (linkedinKey === null) return [];
    const sent = formerLinkedinKey(linkedinUrl ?? '');
    const keys = [...formerKeysOf(linkedinKey), ...(sent === null ? [] : [sent])];
    return keys.map((key) => this.#linkedinHash(key));
  }

  #linkedinHash(key: string): Buffer {
    return this.#hash(`linkedin ${key}`);
  }

  #hash(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }
}
