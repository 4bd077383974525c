/** How messages are read. What fails is tried again on the next connection, with more care. */
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

/** What outlives a connection to a mailbox. */
export interface ReadProgress {
  strategy: ReadStrategy;
  isComparing: boolean;
  /** Messages that were skipped since the last comparison began. */
  skipped: Set<string>;
  /** How often a folder was moved on. */
  steps: number;
}
