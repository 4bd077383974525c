import { linkedinKey } from './linkedin.ts';
import { hostOf, readUrl, segmentsOf } from './web-url.ts';

/**
 * Earlier versions did not know these as profiles and used host and path as their key. A person who
 * was remembered by such a key must still be found by today's.
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

/** The keys that a profile may have been remembered by before it had this one. */
export const formerKeysOf = (linkedinKey: string): string[] => {
  const name = /^(?:in|member):(.+)$/su.exec(linkedinKey)?.[1];
  return name === undefined ? [] : formerPages.map((page) => `url:${page}/${name}`);
};

/** The key that this spelling of a profile had; null if it had the same one, or has none now. */
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
