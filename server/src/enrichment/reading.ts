import { instructionIn } from './instructions-in-text.ts';
import { type ReadPage, readPage } from './readable.ts';
import { allowedBy } from './robots.ts';

/** What is done with bytes that a website sent. */
export type ReadingTask =
  | { kind: 'page'; bytes: Uint8Array; address: string }
  | { kind: 'robots'; bytes: Uint8Array; agent: string; addresses: string[] };

/** A page without its hidden text, and whether any of it addresses a language model. */
export type CheckedPage = Omit<ReadPage, 'hidden'> & { hasInstruction: boolean };

export interface ReadingResults {
  page: CheckedPage;
  /** Those of the addresses that may be read. */
  robots: string[];
}

/** Runs in a thread of its own: see readers.ts. */
export function read(task: ReadingTask): ReadingResults[ReadingTask['kind']] {
  const text = new TextDecoder().decode(task.bytes);
  if (task.kind === 'robots') return allowedBy(text, task.agent, task.addresses);
  const { hidden, ...page } = readPage(text, task.address);
  const texts = [`${page.title}\n${page.text}`, hidden];
  return { ...page, hasInstruction: texts.some((each) => instructionIn(each, 'page')) };
}
