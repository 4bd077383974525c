import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { formerKeysOf } from '@outcrop/contract/identity';
import { keysAmiss } from '../platform/crypto/cell-secret.ts';
import { type Database, sql, type Tx } from '../platform/db/index.ts';

/** What a person can be recognised by later. A name is not enough for that. */
export interface LastingKeys {
  emailKey: string | null;
  linkedinKey: string | null;
  /** What earlier versions would have called this spelling of the profile, if it is known. */
  formerLinkedinKey?: string | null;
}

/** Remembers whom a workspace must not contact without keeping who they are. */
export class Suppression {
  readonly #key: KeyObject;

  constructor(key: string) {
    this.#key = createSecretKey(Buffer.from(key));
  }

  /**
   * Looks all of these up at once; the answer tells of anyone who has some of the same keys. A
   * profile that is remembered by a former key is found by today's.
   */
  async lookUp(tx: Tx, people: LastingKeys[]): Promise<(person: LastingKeys) => boolean> {
    const asked = people.flatMap((person) => {
      const { emailKey, linkedinKey } = person;
      const former = this.#formerHashesOf(person);
      return [
        ...(emailKey === null ? [] : [{ hash: this.emailHash(emailKey), former: [] }]),
        ...(linkedinKey === null ? [] : [{ hash: this.#linkedinHash(linkedinKey), former }]),
      ];
    });
    const hashes = asked.flatMap(({ hash, former }) => [hash, ...former]);
    const rows =
      hashes.length === 0
        ? []
        : await tx.rows<{ hash: Buffer }>(sql`
            select hash from suppression
            where workspace_id = ${tx.workspaceId} and hash = any(${hashes}::bytea[])`);
    if (rows.length === 0) return () => false;
    const found = new Set(rows.map(({ hash }) => hash.toString('hex')));
    const isFound = (hash: Buffer) => found.has(hash.toString('hex'));
    const remembered = new Set(
      asked.flatMap(({ hash, former }) =>
        isFound(hash) || former.some(isFound) ? [hash.toString('hex')] : [],
      ),
    );
    return (person) => this.#hashesOf(person).some((hash) => remembered.has(hash.toString('hex')));
  }

  remember(tx: Tx, people: LastingKeys[]): void {
    const hashes = people.flatMap((person) => this.#hashesOf(person));
    if (hashes.length === 0) return;
    tx.atCommit(sql`
      insert into suppression (workspace_id, hash)
      select ${tx.workspaceId}, unnest(${hashes}::bytea[])
      on conflict do nothing`);
  }

  /** For people who may be contacted again. */
  forget(tx: Tx, people: LastingKeys[]): void {
    const hashes = people.flatMap((person) => [
      ...this.#hashesOf(person),
      ...this.#formerHashesOf(person),
    ]);
    if (hashes.length === 0) return;
    tx.atCommit(sql`
      delete from suppression
      where workspace_id = ${tx.workspaceId} and hash = any(${hashes}::bytea[])`);
  }

  /** Refuses a key under which nobody who is remembered would be recognised. */
  async requireRightKey(db: Database): Promise<void> {
    const proof = new Map([['suppression', this.#hash('proof')]]);
    if ((await keysAmiss(db, 'suppression', proof)).length > 0)
      throw new Error(
        'SUPPRESSION_KEY is not the key that this database was started with. Do-not-contact marks would be lost; set the right one.',
      );
  }

  /** What an address is known by wherever it outlives the person who had it. */
  emailHash(emailKey: string): Buffer {
    return this.#hash(`email ${emailKey}`);
  }

  #hashesOf({ emailKey, linkedinKey }: LastingKeys): Buffer[] {
    return [
      ...(emailKey === null ? [] : [this.emailHash(emailKey)]),
      ...(linkedinKey === null ? [] : [this.#linkedinHash(linkedinKey)]),
    ];
  }

  #formerHashesOf({ linkedinKey, formerLinkedinKey }: LastingKeys): Buffer[] {
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
