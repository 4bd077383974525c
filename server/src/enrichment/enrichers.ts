import type { Egress } from '../platform/egress/egress.ts';
import type { Enrich } from './assignment.ts';
import { writeLine } from './first-line.ts';
import type { Readers } from './readers.ts';
import { research } from './research.ts';

export const enrichersWith = (egress: Egress, readers: Readers): Enrich => {
  const modes = { enrich_only: research(egress, readers), personalized_line: writeLine };
  return (assignment) => modes[assignment.work.mode](assignment);
};
