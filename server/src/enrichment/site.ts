import { getDomain } from 'tldts';
import type { Answer, Egress } from '../platform/egress/egress.ts';
import { linksOf, type ReadPage, readPage } from './readable.ts';
import { isAllowed } from './robots.ts';

const agent = 'OutcropResearch';
const mostPages = 5;
const mostBytes = 512 * 1024;
const timeoutMs = 10_000;
const mostRedirects = 4;
/** For all pages together: a site that is slow everywhere is left after what it has told. */
const longestMs = 40_000;

/** A page of a site, as it was read. */
export interface Page extends ReadPage {
  url: string;
}

/** Reads the home page of a site and a few that tell most about the company, as its robots.txt allows. */
export async function readSite(egress: Egress, home: URL, signal: AbortSignal): Promise<Page[]> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(longestMs)]);
  const robots = await follow(egress, new URL('/robots.txt', home), limit);
  const rules = robots?.answer.status === 200 ? robots.answer.body.toString('utf8') : '';
  const mayRead = (url: URL) => isAllowed(rules, agent, url.pathname + url.search);
  if (!mayRead(home)) return [];

  const first = await follow(egress, home, limit);
  const start = first && pageOf(first);
  if (!start) return [];
  const wanted = linksOf(first.answer.body.toString('utf8'), first.url)
    .filter((url) => isSameSite(url, first.url) && mayRead(url))
    .slice(0, mostPages - 1);
  const pages = [start];
  for (const url of wanted) {
    if (limit.aborted) break;
    const next = await follow(egress, url, limit);
    const page = next && pageOf(next);
    if (page && !pages.some((known) => known.url === page.url || known.text === page.text))
      pages.push(page);
  }
  signal.throwIfAborted();
  return pages;
}

interface Followed {
  url: URL;
  answer: Answer;
}

/** Each hop is checked again; one that leaves the site ends it. */
async function follow(egress: Egress, url: URL, signal: AbortSignal): Promise<Followed | null> {
  let at = url;
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const answer = await egress.request({
      url: at.href,
      method: 'GET',
      headers: {
        'user-agent': `${agent}/1 (reads company pages)`,
        accept: 'text/html,text/plain;q=0.5',
        'accept-encoding': 'identity',
      },
      timeoutMs,
      mostBytes,
      signal,
    });
    if (!answer.answered) return null;
    const { location } = answer.headers;
    if (answer.status < 300 || answer.status >= 400 || location === undefined)
      return { url: at, answer };
    if (!URL.canParse(location, at.href)) return null;
    const next = new URL(location, at.href);
    if (!isSameSite(next, url)) return null;
    at = next;
  }
  return null;
}

const pageOf = ({ url, answer }: Followed): Page | null => {
  const type = answer.headers['content-type'] ?? 'text/html';
  if (answer.status !== 200 || !/^(?:text\/html|application\/xhtml\+xml|text\/plain)\b/i.test(type))
    return null;
  const page = readPage(answer.body.toString('utf8'));
  return page.text === '' ? null : { ...page, url: new URL(url.pathname + url.search, url).href };
};

/** The same registrable name; of bare addresses, the same address and port. */
const isSameSite = (one: URL, other: URL): boolean => {
  const [own, theirs] = [getDomain(one.hostname), getDomain(other.hostname)];
  return own === null || theirs === null ? one.host === other.host : own === theirs;
};
