import type { Egress } from '../platform/egress/egress.ts';
import type { Perform } from './enrich.job.ts';
import { writeLine } from './first-line.ts';
import type { Readers } from './readers.ts';
import { research } from './research.ts';

/** The work, by what was asked for. */
export const performWith = (egress: Egress, readers: Readers): Perform => {
  const modes = { enrich_only: research(egress, readers), personalized_line: writeLine };
  return (assignment) => modes[assignment.work.mode](assignment);
};
