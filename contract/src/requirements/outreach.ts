import { ours, type Requirement, spec } from './requirement.ts';

/** Campaigns, enrichment and the inbox. */
export const outreach: Requirement[] = [
  ...spec(2, {
    'campaigns.fields': 'A campaign has id, name, status and the number of enrolled prospects.',
  }),
  ...spec(3, {
    'campaigns.statuses': 'Only campaigns in draft, running or paused are listed.',
  }),
  ...spec(4, {
    'campaigns.enroll':
      'POST /campaigns enrolls prospects and returns enrolled, skipped and campaignName.',
    'campaigns.skip':
      'Prospects that are already enrolled, suppressed or unsuitable are skipped and counted.',
    'campaigns.never-twice': 'A prospect is enrolled in a campaign at most once.',
  }),
  ...spec(8, {
    'campaigns.max-50': 'At most 50 campaigns are listed.',
    'campaigns.max-100': 'One request enrolls 1 to 100 prospect ids.',
  }),
  ...ours({
    'campaigns.has-more': 'hasMore is true if there are more campaigns than the 50 listed.',
    'campaigns.newest-first': 'The newest campaigns come first.',
    'campaigns.enrolled-count': 'enrolled counts all prospects ever enrolled that still exist.',
    'campaigns.results': 'results has one entry per prospect: enrolled or skipped.',
    'campaigns.reasons':
      'A skip reason is already_enrolled, suppressed, unsubscribed, no_email or bounced.',
    'campaigns.sum': 'enrolled plus skipped equals the number of distinct ids.',
    'campaigns.transitions':
      'A draft can start, a running campaign can be paused and resumed, and any can be archived; an archived one returns as paused.',
    'campaigns.archived': 'Enrolling in an archived campaign is 422 on campaignId.',
    'campaigns.only-running-send':
      'Draft and paused campaigns accept enrollments; only running campaigns send.',
    'campaigns.enroll-task':
      'A task enrolls all matching prospects of any number, each once, and can check first who would be enrolled.',
    'campaigns.left-out':
      'Each prospect that an enroll task leaves out is listed with its reason, also as CSV.',
    'campaigns.rehearsal-task':
      'A task writes all remaining emails of a campaign without sending them, and lists those that cannot be sent.',
    'campaigns.test-email':
      'A test email goes only to the user who asks for it, is marked, and is not counted.',
    'campaigns.large':
      'Requests about a campaign read a limited part of it, however many are enrolled.',
    'campaigns.no-email-step': 'A sequence without an email step accepts any prospect.',
  }),

  ...spec(4, {
    'enrich.queues': 'POST /enrich queues research or an opening line for prospects.',
    'enrich.mode': 'mode is enrich_only (the default) or personalized_line.',
    'enrich.instructions': 'useWorkspaceInstructions adds the instructions of the workspace.',
    'enrich.custom-prompt': 'customPrompt guides the opening line.',
  }),
  ...spec(8, {
    'enrich.max-100': 'One request accepts 1 to 100 prospect ids.',
    'enrich.prompt-length': 'customPrompt has at most 2,000 characters.',
  }),
  ...ours({
    'enrich.answer': 'The response has jobId, mode, queued, skipped, creditsReserved and credits.',
    'enrich.results': 'results has one entry per prospect: queued or skipped.',
    'enrich.already-queued': 'A prospect already queued in that mode is skipped and costs nothing.',
    'enrich.statuses': 'enrichmentStatus is none, queued, running, enriched or failed.',
    'enrich.line-keeps-status': 'Only enrich_only changes the enrichmentStatus.',
    'enrich.again': 'Prospects can be enriched again, even while suppressed.',
    'enrich.instructions-off': 'useWorkspaceInstructions is false by default.',
    'enrich.prompt-ignored': 'enrich_only ignores customPrompt, with a warning.',
    'enrich.no-model':
      'Without a model, the response is 503 unavailable with a message for the operator.',
    'enrich.plan': 'A plan without enrichment is 403 plan_not_allowed.',
  }),

  ...spec(4, {
    'inbox.visible': 'GET /inbox lists the latest conversations that the user can see.',
  }),
  ...ours({
    'inbox.fields':
      'A conversation has prospect, campaign, channel, subject, snippet, last message and unread.',
    'inbox.newest-first': 'The conversation with the newest message comes first.',
    'inbox.limit': '50 conversations are listed by default, at most 100.',
    'inbox.filters': 'unread, campaignId and prospectId filter the list.',
    'inbox.cursor': 'nextCursor returns older conversations.',
    'inbox.mailboxes': 'Users see the conversations of shared mailboxes and of their own.',
  }),
];
