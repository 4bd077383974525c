import { getDomain } from 'tldts';
import type { Egress, EgressResponse } from '../platform/egress/egress.ts';
import type { PageReaders } from './page-readers.ts';
import type { CheckedPage } from './reading-task.ts';

const agent = 'OutcropResearch';
const maxPages = 5;
const maxBytes = 512 * 1024;
const timeoutMs = 10_000;
const maxRedirects = 4;
/** The time for all pages together. Pages that arrive in time are used. */
const maxSiteMs = 40_000;

export interface SitePage extends CheckedPage {
  url: string;
}

export interface SiteReader {
  egress: Egress;
  readers: PageReaders;
  workspaceId: string;
}

/**
 * Reads the home page and a few pages about the company, as robots.txt allows. Throws UnreadablePage.
 */
export async function readSite(
  reader: SiteReader,
  home: URL,
  signal: AbortSignal,
): Promise<SitePage[]> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(maxSiteMs)]);
  const robots = await followRedirects(reader.egress, new URL('/robots.txt', home), limit);
  const rules = robots?.answer.status === 200 ? robots.answer.body : null;
  const allowed = (addresses: string[]) =>
    rules === null || addresses.length === 0
      ? addresses
      : reader.readers.read(
          reader.workspaceId,
          { kind: 'robots', bytes: rules, agent, addresses },
          signal,
        );
  if ((await allowed([home.href])).length === 0) return [];

  const start = await readPageAt(reader, home, limit, signal);
  if (!start) return [];
  const links = start.links.filter((link) => isSameSite(new URL(link), new URL(start.url)));
  const selected = (await allowed(links)).slice(0, maxPages - 1);
  const pages = [start];
  for (const link of selected) {
    if (limit.aborted) break;
    const page = await readPageAt(reader, new URL(link), limit, signal);
    if (page && !pages.some((known) => known.url === page.url || known.text === page.text))
      pages.push(page);
  }
  signal.throwIfAborted();
  return pages;
}

const isReadable = /^(?:text\/html|application\/xhtml\+xml|text\/plain)\b/i;

/** Null if there is no readable page with text. */
async function readPageAt(
  { egress, readers, workspaceId }: SiteReader,
  address: URL,
  limit: AbortSignal,
  signal: AbortSignal,
): Promise<SitePage | null> {
  const siteResponse = await followRedirects(egress, address, limit);
  if (siteResponse?.answer.status !== 200) return null;
  const { url, answer } = siteResponse;
  if (!isReadable.test(answer.headers['content-type'] ?? 'text/html')) return null;
  const task = { kind: 'page' as const, bytes: answer.body, address: url.href };
  const page = await readers.read(workspaceId, task, signal);
  return page.text === '' ? null : { ...page, url: new URL(url.pathname + url.search, url).href };
}

interface SiteResponse {
  url: URL;
  answer: EgressResponse;
}

/** Every redirect is checked again; one that leaves the site ends the request. */
async function followRedirects(
  egress: Egress,
  url: URL,
  signal: AbortSignal,
): Promise<SiteResponse | null> {
  let current = url;
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const answer = await egress.request({
      url: current.href,
      method: 'GET',
      headers: {
        'user-agent': `${agent}/1 (reads company pages)`,
        accept: 'text/html,text/plain;q=0.5',
        'accept-encoding': 'identity',
      },
      timeoutMs,
      maxBytes,
      signal,
    });
    if (!answer.answered) return null;
    const { location } = answer.headers;
    if (answer.status < 300 || answer.status >= 400 || location === undefined)
      return { url: current, answer };
    if (!URL.canParse(location, current.href)) return null;
    const next = new URL(location, current.href);
    if (!isSameSite(next, url)) return null;
    current = next;
  }
  return null;
}

/** Same registrable domain; for IP addresses, same address and port. */
const isSameSite = (one: URL, other: URL): boolean => {
  const [own, theirs] = [getDomain(one.hostname), getDomain(other.hostname)];
  return own === null || theirs === null ? one.host === other.host : own === theirs;
};
