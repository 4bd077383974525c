/** How many mailboxes a worker may hold: its part of all, and a tenth more. */
export const maxShare = (mailboxes: number, workers: number): number =>
  Math.ceil((Math.ceil(mailboxes / Math.max(workers, 1)) * 11) / 10);

const firstDelayMs = 1_000;
const maxDelayMs = 5 * 60_000;

/** The wait before the next connection, with jitter, so that mailboxes of one server do not return together. */
export const reconnectDelayMs = (failures: number, random: number): number =>
  Math.min(firstDelayMs * 2 ** Math.min(failures - 1, 30), maxDelayMs) * (0.5 + random / 2);

const dayMs = 24 * 60 * 60_000;
export const newFolderDays = 7;
export const renumberedFolderDays = 30;
/** One day, and one more because the server may be in another time zone. */
export const comparedDays = 2;
/**
 * How long hashes of stored messages are kept: as long as texts, and much longer than any folder is
 * read back.
 */
export const keptHashDays = 400;

export const daysBefore = (at: Date, days: number): Date => new Date(at.getTime() - days * dayMs);

/** How messages are read. After a failure, the next connection uses a more careful strategy. */
export type ReadStrategy =
  /** Many at a time. */
  | 'in_batches'
  | 'one_by_one'
  /** One by one, without the structure that a server or a sender can make unreadable. */
  | 'without_structure'
  /** The next message is left out, and tried again with each comparison. */
  | 'skip_next';

export type ReadResult = 'not_fetched' | 'not_stored' | 'stored' | 'nothing_left';

/** The strategy for the next messages. Only a message that was fetched and cannot be stored is skipped. */
export function chooseStrategy(last: ReadStrategy, result: ReadResult): ReadStrategy {
  switch (result) {
    case 'nothing_left':
      return 'in_batches';
    case 'stored':
      return last === 'in_batches' ? 'in_batches' : 'one_by_one';
    case 'not_fetched':
      return last === 'in_batches' ? 'one_by_one' : 'without_structure';
    case 'not_stored':
      if (last === 'in_batches') return 'one_by_one';
      return last === 'one_by_one' ? 'without_structure' : 'skip_next';
  }
}

/** The progress that outlives a connection to a mailbox. */
export interface ReadProgress {
  strategy: ReadStrategy;
  isComparing: boolean;
  /** Messages that were skipped since the last comparison began. */
  skipped: Set<string>;
  /** How often a folder was moved on. */
  steps: number;
}
