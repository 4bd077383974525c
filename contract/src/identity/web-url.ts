import { normalForm } from './normal-form.ts';

const maxUrlLength = 2048;
/** Longer than any host with port. Parsing a host sorts its combining marks in quadratic time. */
const maxAuthorityLength = 300;

// A colon before a digit is that of a port.
const hasScheme = /^[a-z][a-z\d+.-]*:(?!\d)/i;

/** Whether a browser would open the text as something else than http(s). It ignores white space. */
export const hasOtherScheme = (value: string): boolean => {
  const text = value.replaceAll(/[\p{Cc}\s]/gu, '');
  return hasScheme.test(text) && !/^https?:/i.test(text);
};

/** Parses an http(s) URL with or without a scheme. `text` is the input with a scheme. */
export const readUrl = (value: string): { text: string; url: URL } | null => {
  const trimmed = value.trim();
  if (trimmed.length > maxUrlLength || misleading.test(trimmed) || !trimmed.isWellFormed())
    return null;
  const isWebUrl = /^https?:\/\//i.test(trimmed);
  const text = isWebUrl ? trimmed : withScheme(trimmed);
  if (!text || text.length > maxUrlLength) return null;

  const authority = text.slice(text.indexOf('//') + 2).split(/[/?#]/, 1)[0] ?? '';
  if (!authority || authority.length > maxAuthorityLength || authority.includes('@')) return null;

  try {
    const url = new URL(text);
    return isWebUrl || isDomain(url.hostname) ? { text, url } : null;
  } catch {
    return null;
  }
};

export const hostOf = (url: URL): string => url.hostname.replace(/(?<!\.)\.+$/, '');

export const segmentsOf = (url: URL): string[] =>
  url.pathname.split('/').map(decodeSegment).filter(Boolean);

// Some parsers treat a backslash as a slash, which is used to disguise hosts.
const misleading = /[\s\p{Cc}\\]/u;

const withScheme = (text: string): string | null => {
  if (text.startsWith('//')) return `https:${text}`;
  return hasScheme.test(text) ? null : `https://${text}`;
};

/**
 * Without a scheme, only a dot and a letter in the last label tell a host from a word or a
 * number.
 */
const isDomain = (host: string): boolean => /\.[a-z][a-z\d-]+\.?$/.test(host);

const decodeSegment = (segment: string): string =>
  normalForm(segment.replace(/(?:%[0-9a-f]{2})+/gi, decodedBytes))
    // A slash would look like another segment, and PostgreSQL does not store NUL.
    .replace(/[\p{Cc}/]/gu, encodeURIComponent);

const decodedBytes = (bytes: string): string => {
  try {
    return decodeURIComponent(bytes);
  } catch {
    return bytes.toUpperCase();
  }
};
