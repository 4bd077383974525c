import robotsModule from 'robots-parser';
import { type HtmlPage, readHtmlPage } from './html-page.ts';
import { findInstruction } from './prompt-injection.ts';

export type ReadingTask =
  | { kind: 'page'; bytes: Uint8Array; address: string }
  | { kind: 'robots'; bytes: Uint8Array; agent: string; addresses: string[] };

/** A page without its hidden text, and whether it contains an instruction to a model. */
export type CheckedPage = Omit<HtmlPage, 'hidden'> & { hasInstruction: boolean };

export interface ReadingResults {
  page: CheckedPage;
  /** The addresses that may be read. */
  robots: string[];
}

/** Runs in a worker thread; see page-readers.ts. */
export function runReadingTask(task: ReadingTask): ReadingResults[ReadingTask['kind']] {
  const text = new TextDecoder().decode(task.bytes);
  if (task.kind === 'robots') return allowedAddresses(text, task.agent, task.addresses);
  const { hidden, ...page } = readHtmlPage(text, task.address);
  const texts = [`${page.title}\n${page.text}`, hidden];
  return { ...page, hasInstruction: texts.some((each) => findInstruction(each, 'page')) };
}

// Its types describe a default export; in Node the module itself is the function.
const parseRobots = robotsModule as unknown as typeof robotsModule.default;

/** The addresses that a robots.txt allows this agent to read. Only paths are compared. */
export function allowedAddresses(robots: string, agent: string, addresses: string[]): string[] {
  const site = 'https://site.invalid';
  const rules = parseRobots(`${site}/robots.txt`, robots);
  return addresses.filter((address) => {
    const { pathname, search } = new URL(address);
    return rules.isAllowed(site + pathname + search, agent) ?? true;
  });
}
