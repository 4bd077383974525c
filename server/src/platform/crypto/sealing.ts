import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { type Database, sql } from '../db/index.ts';

export interface SealingKey {
  id: string;
  key: KeyObject;
}

/** A seal can be opened only with the same workspace and purpose. */
export interface SealContext {
  workspaceId: string;
  purpose: string;
}

const version = 's1';
const cipher = 'aes-256-gcm';
const saltBytes = 32;
const tagBytes = 16;
const cipherOptions = { authTagLength: tagBytes };

/**
 * Encrypts secrets that must be read again, such as mailbox passwords. Each secret has its own key,
 * derived from the operator's key and a random salt. The first of the operator's keys seals; all of
 * them open.
 */
export class Sealing {
  readonly #keys: ReadonlyMap<string, KeyObject>;
  readonly #current: SealingKey;

  constructor(keys: readonly SealingKey[]) {
    this.#keys = new Map(keys.map(({ id, key }) => [id, key]));
    this.#current = keys[0]!;
  }

  get keyId(): string {
    return this.#current.id;
  }

  /** Prefix of all new seals. */
  get prefix(): string {
    return `${version}.${this.keyId}.`;
  }

  /** `s1.<key id>.<salt, ciphertext and tag in base64url>` */
  seal(secret: string, context: SealContext): string {
    const { id, key } = this.#current;
    const salt = randomBytes(saltBytes);
    const own = keyAndNonce(key, salt);
    const sealing = createCipheriv(cipher, own.key, own.nonce, cipherOptions).setAAD(
      additionalData(id, context),
    );
    const sealed = Buffer.concat([
      salt,
      sealing.update(secret, 'utf8'),
      sealing.final(),
      sealing.getAuthTag(),
    ]);
    return `${this.prefix}${sealed.toString('base64url')}`;
  }

  open(sealed: string, context: SealContext): string {
    const { id, bytes } = readSeal(sealed);
    const key = this.#keys.get(id);
    if (!key)
      throw new Error(`A secret is sealed with the key "${id}", which is not in SECRETS_KEY.`);
    const own = keyAndNonce(key, bytes.subarray(0, saltBytes));
    const opening = createDecipheriv(cipher, own.key, own.nonce, cipherOptions)
      .setAAD(additionalData(id, context))
      .setAuthTag(bytes.subarray(-tagBytes));
    const content = opening.update(bytes.subarray(saltBytes, -tagBytes));
    try {
      return Buffer.concat([content, opening.final()]).toString('utf8');
    } catch {
      throw new Error(
        'A sealed secret cannot be opened: it was changed, or belongs to another workspace or purpose.',
      );
    }
  }

  /** Seals the secret with the current key, unless it already is. */
  reseal(sealed: string, context: SealContext): string {
    const secret = this.open(sealed, context);
    return sealed.startsWith(this.prefix) ? sealed : this.seal(secret, context);
  }

  /** One proof for each key. A proof does not reveal its key. */
  get proofs(): ReadonlyMap<string, Buffer> {
    return new Map([...this.#keys].map(([id, key]) => [`sealing ${id}`, proofOf(key)]));
  }

  /** Fails if a key that sealed secrets in this database is missing or differs. */
  async requireValidKeys(db: Database): Promise<void> {
    const [mismatched] = await findMismatchedKeys(db, 'sealing', this.proofs);
    if (mismatched)
      throw new Error(
        `SECRETS_KEY is missing the key "${mismatched.replace('sealing ', '')}", or has a different key with that id. ` +
          'Secrets in this database are sealed with it. See docs/operations.md for how to change keys.',
      );
  }
}

function readSeal(sealed: string): { id: string; bytes: Buffer } {
  const [, id = '', text = ''] = /^s1\.([a-z0-9-]+)\.([\w-]+)$/.exec(sealed) ?? [];
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length < saltBytes + tagBytes || bytes.toString('base64url') !== text)
    throw new Error('This is not a sealed secret.');
  return { id, bytes };
}

const deriveBytes = (key: KeyObject, salt: Buffer, purpose: string, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, purpose, length));

/** Unique for each secret, so no nonce is used twice with the same key. */
function keyAndNonce(key: KeyObject, salt: Buffer): { key: Buffer; nonce: Buffer } {
  const derived = deriveBytes(key, salt, 'outcrop sealed secret', 44);
  return { key: derived.subarray(0, 32), nonce: derived.subarray(32) };
}

const proofOf = (key: KeyObject) => deriveBytes(key, Buffer.alloc(0), 'outcrop proof of key', 32);

const additionalData = (keyId: string, { workspaceId, purpose }: SealContext) =>
  Buffer.from(JSON.stringify([version, keyId, workspaceId, purpose]));

/**
 * The database stores a proof of each key, which does not reveal the key. Returns the names of the
 * stored keys that this process lacks or has with another value.
 */
export async function mismatchedKeys(
  db: Database,
  kind: string,
  processProofs: ReadonlyMap<string, Buffer>,
): Promise<string[]> {
  const kept = await db.query<{ name: string; proof: Buffer }>(
    sql`select name, proof from cell_secret where split_part(name, ' ', 1) = ${kind}`,
  );
  const differs = (name: string, proof: Buffer) => {
    const processProof = processProofs.get(name);
    return processProof?.length !== proof.length || !timingSafeEqual(processProof, proof);
  };
  return kept.filter(({ name, proof }) => differs(name, proof)).map(({ name }) => name);
}

/**
 * For a process that starts. If the database has no proofs yet, stores the proof of the first key.
 */
export async function findMismatchedKeys(
  db: Database,
  kind: string,
  processProofs: ReadonlyMap<string, Buffer>,
): Promise<string[]> {
  const before = await mismatchedKeys(db, kind, processProofs);
  if (before.length > 0) return before;
  const [first] = processProofs;
  await db.query(
    sql`insert into cell_secret (name, proof) values (${first![0]}, ${first![1]}) on conflict do nothing`,
  );
  // Another process may have stored a different key first.
  return mismatchedKeys(db, kind, processProofs);
}
