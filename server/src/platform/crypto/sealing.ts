import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import type { Database } from '../db/index.ts';
import { keysAmiss } from './cell-secret.ts';

export interface SealingKey {
  id: string;
  key: KeyObject;
}

/** Whose secret it is and what for. A seal opens under the same two only. */
export interface SealContext {
  workspaceId: string;
  purpose: string;
}

const version = 's1';
const cipher = 'aes-256-gcm';
const saltBytes = 32;
const tagBytes = 16;
const options = { authTagLength: tagBytes };

/**
 * Keeps secrets that must be read again, such as passwords of mailboxes, in a form that is of no use
 * without the operator's key. Each secret has a key of its own, derived from the operator's and from
 * random salt. The first of the operator's keys seals; all of them open.
 */
export class Sealing {
  readonly #keys: ReadonlyMap<string, KeyObject>;
  readonly #current: SealingKey;

  constructor(keys: readonly SealingKey[]) {
    this.#keys = new Map(keys.map(({ id, key }) => [id, key]));
    this.#current = keys[0]!;
  }

  /** The key that seals now. */
  get keyId(): string {
    return this.#current.id;
  }

  /** How every seal begins that is made now. */
  get beginning(): string {
    return `${version}.${this.keyId}.`;
  }

  /** `s1.<id of the key>.<salt, what is sealed, tag>`, the last in base64url. */
  seal(secret: string, context: SealContext): string {
    const { id, key } = this.#current;
    const salt = randomBytes(saltBytes);
    const own = keyAndNonce(key, salt);
    const sealing = createCipheriv(cipher, own.key, own.nonce, options).setAAD(bound(id, context));
    const sealed = Buffer.concat([
      salt,
      sealing.update(secret, 'utf8'),
      sealing.final(),
      sealing.getAuthTag(),
    ]);
    return `${this.beginning}${sealed.toString('base64url')}`;
  }

  open(sealed: string, context: SealContext): string {
    const { id, bytes } = readSeal(sealed);
    const key = this.#keys.get(id);
    if (!key) throw new Error(`A secret is sealed with the key "${id}": SECRETS_KEY lacks it.`);
    const own = keyAndNonce(key, bytes.subarray(0, saltBytes));
    const opening = createDecipheriv(cipher, own.key, own.nonce, options)
      .setAAD(bound(id, context))
      .setAuthTag(bytes.subarray(-tagBytes));
    const content = opening.update(bytes.subarray(saltBytes, -tagBytes));
    try {
      return Buffer.concat([content, opening.final()]).toString('utf8');
    } catch {
      throw new Error(
        'A sealed secret does not open: it was changed, or belongs to another workspace or purpose.',
      );
    }
  }

  /** The same secret under the key that seals now; unchanged if it already is. */
  reseal(sealed: string, context: SealContext): string {
    const secret = this.open(sealed, context);
    return sealed.startsWith(this.beginning) ? sealed : this.seal(secret, context);
  }

  /** Refuses keys under which some secret of this database would not open. */
  async requireRightKeys(db: Database): Promise<void> {
    const proofs = [...this.#keys].map(([id, key]) => [`sealing ${id}`, proofOf(key)] as const);
    const [amiss] = await keysAmiss(db, 'sealing', new Map(proofs));
    if (amiss)
      throw new Error(
        `SECRETS_KEY lacks the key "${amiss.replace('sealing ', '')}", or has another by that name. ` +
          'Secrets of this database are sealed with it; docs/operations.md says how to change keys.',
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

const derive = (key: KeyObject, salt: Buffer, purpose: string, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, purpose, length));

/** Of this one secret. As no key seals twice, no nonce is ever used twice with it. */
function keyAndNonce(key: KeyObject, salt: Buffer): { key: Buffer; nonce: Buffer } {
  const derived = derive(key, salt, 'outcrop sealed secret', 44);
  return { key: derived.subarray(0, 32), nonce: derived.subarray(32) };
}

const proofOf = (key: KeyObject) => derive(key, Buffer.alloc(0), 'outcrop proof of key', 32);

const bound = (keyId: string, { workspaceId, purpose }: SealContext) =>
  Buffer.from(JSON.stringify([version, keyId, workspaceId, purpose]));
