import type { Stage } from '@outcrop/contract';

/** In pipeline order. */
export const stageNames: Record<Stage, string> = {
  new: 'New',
  contacted: 'Contacted',
  replied: 'Replied',
  interested: 'Interested',
  meeting: 'Meeting',
  customer: 'Customer',
  not_interested: 'Not interested',
};
export const stages = Object.keys(stageNames) as Stage[];
