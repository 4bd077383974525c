import { normalForm } from './normal-form.ts';
import { hostOf, readUrl, segmentsOf } from './web-url.ts';

/**
 * The form that is stored; null when it is no http(s) URL. A profile has one spelling, without
 * tracking parameters. Any other page stays as sent, with a scheme.
 */
export const linkedinUrl = (value: string): string | null => {
  const read = readUrl(value);
  if (!read) return null;
  const key = keyOf(read.url);
  const profile = key && profileUrl(key);
  return profile && linkedinKey(profile) === key ? profile : read.text;
};

/**
 * Equal for all spellings of one person's profile. Two namespaces that never meet: `in:` a public
 * slug, `member:` LinkedIn's own id. Null for every other page: it can be shared by many people.
 */
export const linkedinKey = (value: string): string | null => {
  const url = readUrl(value)?.url;
  return url ? keyOf(url) : null;
};

const keyOf = (url: URL): string | null =>
  isLinkedin(hostOf(url)) ? personOn(segmentsOf(url), url.searchParams) : null;

const isLinkedin = (host: string): boolean => /(?:^|\.)linkedin\.(?:com|cn)$/.test(host);

const personOn = (segments: string[], query: URLSearchParams): string | null => {
  const path = withoutFrame(segments);
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
      return member(segmentAfter('profile', path));
    case 'profile':
      // The oldest address of a profile says whom it shows in the query alone.
      return /^view$/i.test(second) ? member(query.get('id') ?? '') : null;
    default:
      return null;
  }
};

/** Recruiters see a person below a project: /talent/hire/<project>/manage/all/profile/<id>. */
const segmentAfter = (name: string, path: string[]): string => {
  const at = path.findIndex((segment) => segment.toLowerCase() === name);
  return at < 0 ? '' : (path[at + 1] ?? '');
};

/** Links in emails, the mobile site and the Chinese site put the same page behind another path. */
const withoutFrame = (segments: string[]): string[] => {
  const start = segments.findIndex((segment) => !/^(?:comm|mwlite|incareer)$/i.test(segment));
  const path = start < 0 ? [] : segments.slice(start);
  const isFramed = /^profile$/i.test(path[0] ?? '') && /^in$/i.test(path[1] ?? '');
  return isFramed ? path.slice(1) : path;
};

// A type and a number in base64. Whatever is shorter is a slug that somebody typed in capitals.
const memberId = /^A(?:Co|Cw|DE|EM)A[\w-]{8,}$/;

const publicProfile = (segment: string): string | null => {
  // No slug holds these; they are the rest of an address that somebody encoded as a whole.
  const [name = ''] = segment.split(/%2F|[?#]/i, 1);
  const bare = name.trim();
  if (memberId.test(bare)) return `member:${bare}`;
  const slug = normalForm(bare.toLowerCase());
  return isPlaceholder(slug) ? null : `in:${slug}`;
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
  return /^[\w-]+$/.test(id) && !isPlaceholder(id.toLowerCase()) ? `member:${id}` : null;
};

/** What LinkedIn shows instead of a hidden person, and what scripts write where they know nothing. */
const placeholders = new Set(
  (
    'unavailable me headless linkedin-member linkedin-user undefined null none nan n-a na false true ' +
    'unknown anonymous private hidden username your-name yourname your-profile yourprofile slug ' +
    '404 login signup authwall feed search company people in pub linkedin linkedin.com www.linkedin.com'
  ).split(' '),
);
// A template that was not filled in, an address within an address, or one cut short for display.
const notASlug = /[{}<>[\]$*|":]|(?:\.\.\.|…)$/;
const isPlaceholder = (slug: string): boolean =>
  placeholders.has(slug) || notASlug.test(slug) || !/[\p{L}\p{N}\p{So}]/u.test(slug);

/** Every member id but a number opens a profile under /in/ too. */
const profileUrl = (key: string): string | null => {
  const name = key.slice(key.indexOf(':') + 1);
  if (key.startsWith('member:') && !memberId.test(name)) return null;
  return `https://www.linkedin.com/in/${encodeURIComponent(name)}`;
};
