import { ours, type Requirement, spec } from './requirement.ts';

/** Writing to people: campaigns, the research before, the conversations after. */
export const outreach: Requirement[] = [
  ...spec(2, {
    'campaigns.fields': 'A campaign has id, name, status and the number of people enrolled.',
  }),
  ...spec(3, {
    'campaigns.statuses': 'Only campaigns in draft, running or paused are listed.',
  }),
  ...spec(4, {
    'campaigns.enroll':
      'POST /campaigns enrolls people and answers enrolled, skipped, campaignName.',
    'campaigns.skip':
      'People who are enrolled already, suppressed or unsuitable are skipped and counted.',
    'campaigns.never-twice': 'Nobody is enrolled twice in a campaign.',
  }),
  ...spec(8, {
    'campaigns.max-50': 'At most 50 campaigns are listed.',
    'campaigns.max-100': 'One request enrolls 1 to 100 prospect ids.',
  }),
  ...ours({
    'campaigns.has-more':
      'hasMore says whether there are more campaigns than the 50 that are listed.',
    'campaigns.newest-first': 'The newest campaigns come first.',
    'campaigns.enrolled-count': 'enrolled counts all who were ever enrolled and still exist.',
    'campaigns.results': 'results says for each prospect whether it was enrolled or skipped.',
    'campaigns.reasons':
      'A skip is already_enrolled, suppressed, unsubscribed, no_email or bounced.',
    'campaigns.sum': 'enrolled and skipped together are the distinct ids.',
    'campaigns.transitions':
      'A draft can run, running and paused alternate, all can be archived and come back paused.',
    'campaigns.archived': 'Enrolling in an archived campaign is 422 on campaignId.',
    'campaigns.only-running-send':
      'Drafts and paused campaigns take people; only running ones send.',
    'campaigns.no-email-step': 'A sequence without an e-mail step takes anyone.',
  }),

  ...spec(4, {
    'enrich.queues': 'POST /enrich queues research or a first-touch line for people.',
    'enrich.mode': 'mode is enrich_only, which is the default, or personalized_line.',
    'enrich.instructions': 'useWorkspaceInstructions adds the instructions of the workspace.',
    'enrich.custom-prompt': 'customPrompt guides the line.',
  }),
  ...spec(8, {
    'enrich.max-100': 'One request takes 1 to 100 prospect ids.',
    'enrich.prompt-length': 'customPrompt has at most 2,000 characters.',
  }),
  ...ours({
    'enrich.answer': 'The answer has jobId, mode, queued, skipped, creditsReserved and credits.',
    'enrich.results': 'results says for each prospect whether it was queued or skipped.',
    'enrich.already-queued': 'A prospect already queued in that mode is skipped and costs nothing.',
    'enrich.statuses': 'enrichmentStatus is none, queued, running, enriched or failed.',
    'enrich.line-keeps-status': 'Only enrich_only changes the enrichmentStatus.',
    'enrich.again': 'People can be enriched again, and also while suppressed.',
    'enrich.instructions-off': 'useWorkspaceInstructions is false by default.',
    'enrich.prompt-ignored': 'enrich_only ignores customPrompt and says so in warnings.',
    'enrich.no-model': 'Without a model it is 503 unavailable, with a sentence for the operator.',
    'enrich.plan': 'A plan without enrichment is 403 plan_not_allowed.',
  }),

  ...spec(4, {
    'inbox.visible': 'GET /inbox lists the latest conversations that the user may see.',
  }),
  ...ours({
    'inbox.fields':
      'A conversation tells prospect, campaign, channel, subject, snippet, last message, unread.',
    'inbox.newest-first': 'The conversation with the newest message comes first.',
    'inbox.limit': '50 conversations are listed by default and at most 100.',
    'inbox.filters': 'unread, campaignId and prospectId narrow the list.',
    'inbox.cursor': 'nextCursor leads to older conversations.',
    'inbox.mailboxes': 'Users see the conversations of shared mailboxes and of their own.',
  }),
];
