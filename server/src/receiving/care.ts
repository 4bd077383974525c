/**
 * What earlier connections met. After a failure, messages are read one by one; the one that fails
 * again is read without its structure; if it still cannot be stored, it is skipped.
 */
export interface Care {
  level: 'batches' | 'one' | 'plain' | 'skip';
  isComparing: boolean;
  /** Messages that were skipped since the last comparison began. */
  skipped: Set<string>;
  /** How often a folder was moved on. */
  steps: number;
}

const levels: Care['level'][] = ['batches', 'one', 'plain', 'skip'];

export const moreCareful = (level: Care['level'], most: Care['level']): Care['level'] =>
  levels[Math.min(levels.indexOf(level) + 1, levels.indexOf(most))]!;
