import { ours, type Requirement } from './requirement.ts';

/** What the console keeps in order: lists, tags, campaigns, do-not-contact, usage. */
export const organizing: Requirement[] = [
  ...ours({
    'boards.make': 'A list or tag is made by name; a name that is taken is 422 and tells whose.',
    'boards.rename': 'A list or tag can be renamed, also to another spelling of its own name.',
    'boards.merge': 'Merging moves everyone once, folds those who are in both, and ends the first.',
    'boards.delete': 'Deleting a list or tag leaves its people in the workspace.',
    'boards.end-events': 'Whoever leaves or joins a list or tag by it makes the event of that.',
    'boards.end-task': 'A list or tag of more than 5,000 people is merged or deleted by a task.',
    'boards.races': 'Whoever adds people to a list or tag that ends leaves no lost count or row.',
  }),

  ...ours({
    'campaigns.steps':
      'A campaign has at most 20 steps: e-mails, the first with a subject, and waits of 1 to 90 days.',
    'campaigns.variables':
      'Subject and body name facts about the reader; an unknown one is 422 and named.',
    'campaigns.fallback': 'A fact that is missing is replaced by the fallback of its place.',
    'campaigns.needs-email': 'A campaign without an e-mail to send cannot run.',
    'campaigns.steps-at-rest':
      'Steps are replaced as a whole, and only while the campaign is a draft or paused.',
    'campaigns.every-state': 'The manage API lists campaigns of any state, page by page.',
    'campaigns.at-most-10000': 'A workspace has at most 10,000 campaigns.',
  }),

  ...ours({
    'suppression.by-address':
      'Addresses are marked, asked for and freed, whether or not anyone has them yet.',
    'suppression.of-owner': 'Marking or freeing an address does the same to whoever has it.',
  }),

  ...ours({
    'usage.days': 'The imports of the last 30 days are told by the day and add up to the month.',
    'usage.month-days': 'Imports and spent credits are told for each UTC day of this month.',
    'usage.run-out': 'Usage tells when the imports run out at the pace of this month.',
    'usage.room': 'Usage tells how many lists, tags and campaigns there are and may be.',
  }),

  ...ours({
    'audit.organizing':
      'Changes of lists, tags, campaigns and do-not-contact marks stand in the audit log.',
  }),
];
