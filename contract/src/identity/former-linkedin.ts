import { linkedinKey } from './linkedin.ts';
import { hostOf, readUrl, segmentsOf } from './web-url.ts';

/**
 * Earlier versions did not recognize these as profiles and used host and path as the key.
 * Suppressions stored under such a key must still match.
 */
const formerPages = [
  'www.linkedin.com/comm/in',
  'linkedin.com/comm/in',
  'www.linkedin.com/mwlite/profile/in',
  'm.linkedin.com/mwlite/profile/in',
  'www.linkedin.cn/in',
  'linkedin.cn/in',
  'www.linkedin.cn/incareer/in',
];

/** Whether no current version computes this key. A prospect has one until its key is recomputed. */
export const isFormerKey = (linkedinKey: string | null): boolean =>
  linkedinKey?.startsWith('url:') ?? false;

/** The keys that earlier versions may have stored for a profile. */
export const formerKeysOf = (linkedinKey: string): string[] => {
  const name = /^(?:in|member):(.+)$/su.exec(linkedinKey)?.[1];
  return name === undefined ? [] : formerPages.map((page) => `url:${page}/${name}`);
};

/**
 * The key that an earlier version had for this URL; null if it is the same or there is none now.
 */
export const formerLinkedinKey = (value: string): string | null => {
  const url = readUrl(value)?.url;
  const key = linkedinKey(value);
  if (!url || key === null) return null;
  const host = hostOf(url);
  const segments = segmentsOf(url);
  const wasProfile = host.endsWith('linkedin.com') && wereProfiles.test(segments.join('/'));
  const port = url.port && `:${url.port}`;
  return wasProfile ? null : `url:${[host + port, ...segments].join('/')}`;
};

const wereProfiles =
  /^(?:mwlite\/)?(?:in|pub|sales\/(?:lead|people|profile)|(?:talent|recruiter)\/profile|profile\/view)(?:\/|$)/i;
