import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

// The OWASP minimum. Stored in each hash, so it can be raised later.
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const hashPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', { message: password, nonce, tagLength: 32, ...cost });
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`;
}

export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, nonce, tag] = hashPattern.exec(hash) ?? [];
  if (!nonce || !tag) throw new Error('Unknown password hash format');
  const storedTag = Buffer.from(tag, 'base64');
  const computedTag = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(nonce, 'base64'),
    tagLength: storedTag.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(computedTag, storedTag);
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
