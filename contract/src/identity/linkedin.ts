const longestUrl = 2048;

/** The form that is stored: as sent, but with a scheme. Null when it is no http(s) URL. */
export const linkedinUrl = (value: string): string | null => readUrl(value)?.stored ?? null;

/**
 * Equal for all spellings of one person's page. Three namespaces that never meet:
 * `in:` a public slug, `member:` LinkedIn's own id for a person, `url:` any other page.
 */
export const linkedinKey = (value: string): string | null => {
  const url = readUrl(value)?.url;
  if (!url) return null;
  const host = url.hostname.replace(/\.+$/, '');
  const segments = url.pathname.split('/').map(decoded).filter(Boolean);
  const person = isLinkedin(host) ? personOn(segments, url.searchParams) : null;
  if (person) return person;
  const port = url.port && `:${url.port}`;
  return `url:${[host + port, ...segments].join('/')}`;
};

const isLinkedin = (host: string): boolean =>
  host === 'linkedin.com' || host.endsWith('.linkedin.com');

const personOn = (segments: string[], query: URLSearchParams): string | null => {
  const path = segments[0]?.toLowerCase() === 'mwlite' ? segments.slice(1) : segments;
  const [first = '', second = '', third = ''] = path;
  switch (first.toLowerCase()) {
    case 'in':
      return publicProfile(second);
    case 'pub':
      return numberedProfile(path.slice(1));
    case 'sales':
      return /^(?:lead|people|profile)$/i.test(second) ? member(third) : null;
    case 'talent':
    case 'recruiter':
      return /^profile$/i.test(second) ? member(third) : null;
    case 'profile':
      // The oldest address of a profile says whom it shows in the query alone.
      return /^view$/i.test(second) ? member(query.get('id') ?? '') : null;
    default:
      return null;
  }
};

// A type and a number in base64. Whatever is shorter is a slug that somebody typed in capitals.
const memberId = /^A(?:Co|Cw|DE|EM)A[\w-]{8,}$/;

const publicProfile = (segment: string): string | null => {
  // No slug holds these; they are the rest of an address that somebody encoded as a whole.
  const [name = ''] = segment.split(/%2F|[?#]/i, 1);
  const bare = name.trim();
  if (memberId.test(bare)) return `member:${bare}`;
  return bare && `in:${bare.toLowerCase().normalize('NFC')}`;
};

/**
 * /pub/jane-doe/1/23/456 leads to /in/jane-doe-4560231: the numbers in reverse, all but the first
 * padded to three digits, and a first one of zero left out. Without them a name alone is nobody.
 */
const numberedProfile = ([name = '', high = '', middle = '', low = '']: string[]):
  | string
  | null => {
  if (![high, middle, low].every((part) => /^[0-9a-f]{1,3}$/i.test(part))) return null;
  const number = low.padStart(3, '0') + middle.padStart(3, '0') + high.replace(/^0+/, '');
  return publicProfile(`${name}-${number}`);
};

/** Ids keep their case: they differ by it. What follows a comma is how the page was reached. */
const member = (segment: string): string | null => {
  const [id = ''] = segment.split(',', 1);
  return /^[\w-]+$/.test(id) ? `member:${id}` : null;
};

const decoded = (segment: string): string =>
  segment
    .replace(/(?:%[0-9a-f]{2})+/gi, decodedBytes)
    .normalize('NFC')
    // A slash would look like another segment, and PostgreSQL takes no NUL.
    .replace(/[\p{Cc}/]/gu, encodeURIComponent);

const decodedBytes = (bytes: string): string => {
  try {
    return decodeURIComponent(bytes);
  } catch {
    return bytes.toUpperCase();
  }
};

// A backslash is a slash to some parsers and not to others, which is how hosts are disguised.
const misleading = /[\s\p{Cc}\\]/u;

const readUrl = (value: string): { stored: string; url: URL } | null => {
  const text = value.trim();
  if (text.length > longestUrl || misleading.test(text) || !text.isWellFormed()) return null;
  const hasScheme = /^https?:\/\//i.test(text);
  const stored = hasScheme ? text : withScheme(text);
  if (!stored || stored.length > longestUrl) return null;

  const authority = stored.slice(stored.indexOf('//') + 2).split(/[/?#]/, 1)[0] ?? '';
  if (!authority || authority.includes('@')) return null;

  try {
    const url = new URL(stored);
    return hasScheme || isDomain(url.hostname) ? { stored, url } : null;
  } catch {
    return null;
  }
};

const withScheme = (text: string): string | null => {
  if (text.startsWith('//')) return `https:${text}`;
  const hasOtherScheme = /^[a-z][a-z\d+.-]*:(?!\d)/i.test(text);
  return hasOtherScheme ? null : `https://${text}`;
};

/** Without a scheme only a dot tells an address from a word, and a letter from a number. */
const isDomain = (host: string): boolean => /\.[a-z][a-z\d-]+\.?$/.test(host);
