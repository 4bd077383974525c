import { normalForm } from './normal-form.ts';

const maxLocalPartLength = 64;
const maxDomainLength = 253;

// Unquoted local parts: dot-separated runs of the allowed ASCII symbols and letters of any script.
const localPart =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const domainLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const endsInNumber = /(?:^|\.)\d+$/;

// `URL` would end the host at these, decode them or drop them.
const notInDomain = /[\s\p{Cc}/\\?#:@%]/u;

/** Surrounding white space is not allowed. */
export const isEmail = (value: string): boolean => !/\s/.test(value) && emailKey(value) !== null;

/**
 * Equal for two spellings of one address. Dots and plus tags stay, because they can mean
 * different mailboxes.
 */
export const emailKey = (email: string): string | null => {
  const address = email.trim();
  const at = address.lastIndexOf('@');
  const roomForLooseAccents = 4;
  if (at > maxLocalPartLength * roomForLooseAccents) return null;

  const local = normalForm(address.slice(0, Math.max(at, 0)).toLowerCase());
  if (local.length > maxLocalPartLength || !localPart.test(local)) return null;

  const domain = asciiDomain(address.slice(at + 1));
  return domain && `${local}@${domain}`;
};

/** Trimmed and lowercase. The domain keeps its own script. */
export const storedEmail = (email: string): string => normalForm(email.trim().toLowerCase());

const asciiDomain = (domain: string): string | null => {
  if (domain.length > maxDomainLength || notInDomain.test(domain)) return null;
  const host = hostOf(domain);
  const labels = host.split('.');
  const valid =
    labels.length > 1 &&
    host.length <= maxDomainLength &&
    labels.every((label) => domainLabel.test(label)) &&
    !endsInNumber.test(host);
  return valid ? host : null;
};

const hostOf = (domain: string): string => {
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return '';
  }
};
