/** In pipeline order. */
export const stages = [
  'new',
  'contacted',
  'replied',
  'interested',
  'meeting',
  'customer',
  'not_interested',
] as const;
export type Stage = (typeof stages)[number];

export const stageName: Record<Stage, string> = {
  new: 'New',
  contacted: 'Contacted',
  replied: 'Replied',
  interested: 'Interested',
  meeting: 'Meeting',
  customer: 'Customer',
  not_interested: 'Not interested',
};
