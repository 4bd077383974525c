import { normalForm } from './normal-form.ts';

const longestLocalPart = 64;
const longestDomain = 253;

// Unquoted local parts: dot-separated runs of the ASCII symbols mail allows, and letters of any script.
const localPart =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const domainLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const endsInNumber = /(?:^|\.)\d+$/;

// `URL` would take these as the end of the host, decode them or quietly drop them.
const notInDomain = /[\s\p{Cc}/\\?#:@%]/u;

/** Whether this is one e-mail address and nothing else, not even white space around it. */
export const isEmail = (value: string): boolean => !/\s/.test(value) && emailKey(value) !== null;

/** Equal for two spellings of one address. Dots and plus-tags can mean different mailboxes: they stay. */
export const emailKey = (email: string): string | null => {
  const address = email.trim();
  const at = address.lastIndexOf('@');
  const roomForLooseAccents = 4;
  if (at > longestLocalPart * roomForLooseAccents) return null;

  const local = normalForm(address.slice(0, Math.max(at, 0)).toLowerCase());
  if (local.length > longestLocalPart || !localPart.test(local)) return null;

  const domain = asciiDomain(address.slice(at + 1));
  return domain && `${local}@${domain}`;
};

/** The form that is stored: trimmed and in lower case. The domain stays in its own letters. */
export const storedEmail = (email: string): string => normalForm(email.trim().toLowerCase());

const asciiDomain = (domain: string): string | null => {
  if (domain.length > longestDomain || notInDomain.test(domain)) return null;
  const host = hostOf(domain);
  const labels = host.split('.');
  const valid =
    labels.length > 1 &&
    host.length <= longestDomain &&
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
