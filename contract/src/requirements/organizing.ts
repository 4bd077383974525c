import { ours, type Requirement } from './requirement.ts';

/** Lists, tags, campaigns, suppression and usage in the manage API. */
export const organizing: Requirement[] = [
  ...ours({
    'boards.make':
      'A list or tag is created by name; a name that is taken is 422, and the message names the existing one.',
    'boards.rename': 'A list or tag can be renamed, including to another spelling of its own name.',
    'boards.merge':
      'A merge moves every prospect once, combines those in both, and deletes the first list or tag.',
    'boards.delete': 'Deleting a list or tag keeps its prospects in the workspace.',
    'boards.end-events':
      'Prospects that leave or join a list or tag by a merge or deletion emit the same events as otherwise.',
    'boards.end-task':
      'A list or tag with more than 5,000 prospects is merged or deleted by a task.',
    'boards.races':
      'Adding prospects to a list or tag while it is deleted leaves no orphaned row and no wrong count.',
  }),

  ...ours({
    'campaigns.steps':
      'A campaign has at most 20 steps: emails, the first with a subject, and waits of 1 to 90 days.',
    'campaigns.variables':
      'Subject and body can use prospect variables; an unknown variable is 422 and named in the message.',
    'campaigns.numbers':
      'Emails of a campaign and what came of them are counted by email and version, by mailbox and by day.',
    'campaigns.numbers-of-days':
      'Emails of all campaigns and what came of them are counted for each of the last 30 days.',
    'campaigns.recount':
      'The numbers of a campaign equal a recount of the stored emails and messages, whatever happened.',
    'campaigns.numbers-plans': 'Numbers are read from counts, however many emails were sent.',
    'campaigns.forecast':
      'The forecast says how many emails leave on each day, when the last one leaves, and which mailbox is the bottleneck.',
    'campaigns.forecast-true':
      'What the forecast says of 30 days is what sending does: the last email within a day, each day within a tenth.',
    'campaigns.fallback': 'A missing value is replaced by the fallback of its variable.',
    'campaigns.needs-email': 'A campaign without an email step cannot run.',
    'campaigns.steps-at-rest':
      'Steps are replaced as a whole, and only while the campaign is a draft or paused.',
    'campaigns.every-state': 'The manage API lists campaigns of any status, paginated.',
    'campaigns.at-most-10000': 'A workspace has at most 10,000 campaigns.',
  }),

  ...ours({
    'suppression.by-address':
      'Addresses can be suppressed, checked and removed, whether or not a prospect has them.',
    'suppression.of-owner':
      'Suppressing or removing an address does the same to the prospect that has it.',
  }),

  ...ours({
    'usage.days': 'Imports of the last 30 days are reported per day and add up to the month.',
    'usage.month-days': 'Imports and spent credits are reported for each UTC day of this month.',
    'usage.run-out': 'Usage projects when the imports run out at this month’s pace.',
    'usage.room':
      'Usage reports how many lists, tags, campaigns and mailboxes exist and how many are allowed.',
  }),

  ...ours({
    'audit.organizing': 'Changes to lists, tags, campaigns and suppressions are in the audit log.',
  }),
];
