import { isEmail, linkedinKey, linkedinUrl } from '@outcrop/contract/identity';
import { canBeName, inReadingOrder } from './names.ts';

/** Each reads a value from a page: normalized, or null if it cannot be one. */

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  '#039': "'",
  nbsp: ' ',
};

const plain = (text: string): string =>
  text
    .replace(/&(amp|lt|gt|quot|apos|#0?39|nbsp);/g, (_, entity: string) => entities[entity]!)
    .replace(/\s+/g, ' ')
    .trim();

export function readName(text: string | null): string | null {
  const read = text && text.length <= 1_000 ? plain(text) : null;
  return read && canBeName(read) ? inReadingOrder(read) : null;
}

export function readEmail(text: string | null): string | null {
  if (!text || text.length > 1_000) return null;
  const address = addressAndName(text).address.trim();
  return isEmail(address) ? address : null;
}

/** The name that stands in front of an address: `Jane Roe <jane@acme.example>`. */
export function nameInAddress(text: string | null): string | null {
  if (!text || text.length > 1_000) return null;
  return readName(addressAndName(text).name.replace(/^["'\s]+|["'\s]+$/g, ''));
}

function addressAndName(text: string): { address: string; name: string } {
  const [bare = ''] = text
    .trim()
    .replace(/^mailto:/i, '')
    .split('?', 1);
  const whole = decoded(bare);
  const start = whole.endsWith('>') ? whole.lastIndexOf('<') : -1;
  return start < 0
    ? { address: whole, name: '' }
    : { address: whole.slice(start + 1, -1), name: whole.slice(0, start) };
}

export function readPhone(text: string | null): string | null {
  if (!text || text.length > 200) return null;
  const [bare = ''] = decoded(text.trim().replace(/^tel:/i, '')).split(';', 1);
  const number = bare.trim();
  const digits = number.replace(/\D/g, '').length;
  return digits >= 6 && digits <= 18 && /^[+\d\s()./-]+$/.test(number) ? number : null;
}

/** The page of a person on LinkedIn, or any other website. Other pages of LinkedIn are neither. */
export function readLink(
  text: string | null,
): { linkedinUrl: string; website?: never } | { website: string; linkedinUrl?: never } | null {
  if (!text || text.length > 2_048) return null;
  const url = URL.parse(text.trim());
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  if (linkedinKey(url.href)) return { linkedinUrl: linkedinUrl(url.href)! };
  return /(?:^|\.)linkedin\.(?:com|cn)$/.test(url.hostname) ? null : { website: url.href };
}

/** Town, region and country, as far as they are known. */
export const readAddress = (parts: (string | null)[]): string | null =>
  [...new Set(parts.filter((part) => part !== null && part.trim() !== ''))].join(', ') || null;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
