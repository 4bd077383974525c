import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

// oc_<cell>_<256 random bits>_<checksum>: a shape that secret scanners can look for, with the cell
// in the open so that an edge routes by the header alone.
const shape = /^oc_([a-z0-9]{1,8})_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/;
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function makeToken(cell: string): string {
  const body = `oc_${cell}_${base62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43)}`;
  return `${body}_${checksum(body)}`;
}

/** Tells a typo, a cut or a stranger from a token of this cell without asking the database. */
export function isTokenOf(cell: string, token: string): boolean {
  const match = shape.exec(token);
  return match?.[1] === cell && token.endsWith(`_${checksum(token.slice(0, -7))}`);
}

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

const checksum = (text: string) => base62(BigInt(crc32(text)), 6);

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n)
    text = digits[Number(rest % 62n)] + text;
  return text;
}
