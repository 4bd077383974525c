import { normalForm } from './normal-form.ts';
import { hostOf, readUrl, segmentsOf } from './web-url.ts';

/**
 * The stored form, or null if the value is not an http(s) URL. A profile is normalized without
 * tracking parameters; any other page is stored as sent, with a scheme.
 */
export const linkedinUrl = (value: string): string | null => {
  const read = readUrl(value);
  if (!read) return null;
  const key = keyOf(read.url);
  const profile = key && profileUrl(key);
  return profile && linkedinKey(profile) === key ? profile : read.text;
};

/**
 * Equal for all URLs of one profile: `in:` with a public slug, or `member:` with LinkedIn's own
 * id. Null for other pages, because many people can share them.
 */
export const linkedinKey = (value: string): string | null => {
  const url = readUrl(value)?.url;
  return url ? keyOf(url) : null;
};

const keyOf = (url: URL): string | null =>
  isLinkedin(hostOf(url)) ? profileKeyOf(segmentsOf(url), url.searchParams) : null;

const isLinkedin = (host: string): boolean => /(?:^|\.)linkedin\.(?:com|cn)$/.test(host);

const profileKeyOf = (segments: string[], query: URLSearchParams): string | null => {
  const path = withoutPrefix(segments);
  const [first = '', second = '', third = ''] = path;
  switch (first.toLowerCase()) {
    case 'in':
      return publicKey(second);
    case 'pub':
      return numberedKey(path.slice(1));
    case 'sales':
      return /^(?:lead|people|profile)$/i.test(second) ? memberKey(third) : null;
    case 'talent':
    case 'recruiter':
      return memberKey(segmentAfter('profile', path));
    case 'profile':
      // The oldest profile URLs have the id only in the query.
      return /^view$/i.test(second) ? memberKey(query.get('id') ?? '') : null;
    default:
      return null;
  }
};

/** Recruiter URLs: /talent/hire/<project>/manage/all/profile/<id>. */
const segmentAfter = (name: string, path: string[]): string => {
  const at = path.findIndex((segment) => segment.toLowerCase() === name);
  return at < 0 ? '' : (path[at + 1] ?? '');
};

/** Email links, the mobile site and the Chinese site add path prefixes. */
const withoutPrefix = (segments: string[]): string[] => {
  const start = segments.findIndex((segment) => !/^(?:comm|mwlite|incareer)$/i.test(segment));
  const path = start < 0 ? [] : segments.slice(start);
  const hasProfilePrefix = /^profile$/i.test(path[0] ?? '') && /^in$/i.test(path[1] ?? '');
  return hasProfilePrefix ? path.slice(1) : path;
};

// A type and a number in base64. Anything shorter is a slug in capitals.
const memberId = /^A(?:Co|Cw|DE|EM)A[\w-]{8,}$/;

const publicKey = (segment: string): string | null => {
  // Slugs do not contain these; they remain from a URL that was encoded as a whole.
  const [name = ''] = segment.split(/%2F|[?#]/i, 1);
  const bare = name.trim();
  if (memberId.test(bare)) return `member:${bare}`;
  const slug = normalForm(bare.toLowerCase());
  return isPlaceholder(slug) ? null : `in:${slug}`;
};

/**
 * /pub/jane-doe/1/23/456 redirects to /in/jane-doe-4560231: the numbers in reverse, all but the
 * first padded to three digits, and a leading zero number omitted. The name alone identifies no
 * profile.
 */
const numberedKey = ([name = '', high = '', middle = '', low = '']: string[]): string | null => {
  if (![high, middle, low].every((part) => /^[0-9a-f]{1,3}$/i.test(part))) return null;
  const number = low.padStart(3, '0') + middle.padStart(3, '0') + high.replace(/^0+/, '');
  return publicKey(`${name}-${number}`);
};

/** Ids are case-sensitive. The part after a comma is tracking data. */
const memberKey = (segment: string): string | null => {
  const [id = ''] = segment.split(',', 1);
  return /^[\w-]+$/.test(id) && !isPlaceholder(id.toLowerCase()) ? `member:${id}` : null;
};

/** What LinkedIn shows for hidden people, and what scripts write for missing values. */
const placeholders = new Set(
  (
    'unavailable me headless linkedin-member linkedin-user undefined null none nan n-a na false true ' +
    'unknown anonymous private hidden username your-name yourname your-profile yourprofile slug ' +
    '404 login signup authwall feed search company people in pub linkedin linkedin.com www.linkedin.com'
  ).split(' '),
);
// Unfilled templates, nested URLs and truncated URLs.
const notASlug = /[{}<>[\]$*|":]|(?:\.\.\.|…)$/;
const isPlaceholder = (slug: string): boolean =>
  placeholders.has(slug) || notASlug.test(slug) || !/[\p{L}\p{N}\p{So}]/u.test(slug);

/** Every non-numeric member id also opens a profile under /in/. */
const profileUrl = (key: string): string | null => {
  const name = key.slice(key.indexOf(':') + 1);
  if (key.startsWith('member:') && !memberId.test(name)) return null;
  return `https://www.linkedin.com/in/${encodeURIComponent(name)}`;
};
