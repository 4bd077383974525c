import { z } from 'zod';
import {
  batchBodyBytes,
  defineEndpoint,
  dryRunField,
  ignoreMissingField,
  manageDefaults,
  noQuery,
  notFoundField,
  writeResultFields,
} from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { count, id, prospectIds, ref, timestamp } from '../fields.ts';
import { type EnrollmentStatus, enrollmentStatuses } from '../prospect.ts';
import { nextCursor, pageParams } from '../query.ts';

const enrollment = z
  .strictObject({
    prospectId: id(),
    fullName: z.string().nullable(),
    email: z.string().nullable(),
    status: z.enum(enrollmentStatuses),
    reason: z.string().nullable().describe('Why the prospect is held or away.'),
    nextStepId: id().nullable().describe('The next email. Null before the first one.'),
    dueAt: timestamp().nullable().describe('When the next email is due, if one is to come.'),
    mailboxId: id().nullable().describe('Who writes to the prospect, once the first email left.'),
    lastSentAt: timestamp().nullable(),
    enrolledAt: timestamp(),
  })
  .meta({ id: 'Enrollment' });

const campaignParams = z.object({ campaignId: ref('campaign').describe('The campaign.') });
const exampleParams = { params: { campaignId: exampleIds.campaign } };

export const getCampaignEnrollments = defineEndpoint({
  ...manageDefaults,
  id: 'getCampaignEnrollments',
  method: 'GET',
  path: '/campaigns/{campaignId}/enrollments',
  topic: 'Campaigns',
  params: campaignParams,
  summary: 'List the prospects of a campaign',
  description:
    'Returns the prospects of a campaign with what comes next for each. With `status`, a page may ' +
    'have fewer prospects than `limit`, or none, although there are more: continue until ' +
    '`nextCursor` is null.',
  role: 'viewer',
  query: z.object({
    status: z.enum(enrollmentStatuses).optional().describe('Only prospects with this status.'),
    ...pageParams('Prospects'),
  }),
  body: null,
  data: z.strictObject({ enrollments: z.array(enrollment), nextCursor }),
  examples: [
    {
      summary: 'Prospects who wait for their next email',
      ...exampleParams,
      query: { status: 'waiting', limit: '1' },
      data: {
        enrollments: [
          {
            prospectId: exampleIds.amara,
            fullName: 'Amara Okafor',
            email: 'amara.okafor@saltmarsh.example',
            status: 'waiting',
            reason: null,
            nextStepId: exampleIds.step,
            dueAt: '2026-03-08T09:00:00.000Z',
            mailboxId: exampleIds.mailbox,
            lastSentAt: '2026-03-05T14:02:38.204Z',
            enrolledAt: '2026-03-05T13:58:02.117Z',
          },
        ],
        nextCursor: null,
      },
    },
  ],
});

const whyNotCodes = [
  ...(['campaign_draft', 'campaign_paused', 'campaign_archived'] as const),
  ...(['sending', 'finished', 'replied', 'unsubscribed', 'suppressed', 'bounced'] as const),
  ...(['away', 'held', 'stopped', 'not_due', 'no_email', 'missing_values'] as const),
  ...(['cooldown', 'company_limit', 'campaign_limit', 'no_mailbox'] as const),
  ...(['mailbox_removed', 'mailbox_paused', 'mailbox_needs_attention'] as const),
  ...(['mailbox_resting', 'mailbox_no_window', 'mailbox_outside_window'] as const),
  ...(['mailbox_daily_limit', 'mailbox_gap', 'mailbox_inbox_not_read'] as const),
] as const;
export type WhyNotCode = (typeof whyNotCodes)[number];

export const getEnrollmentWhy = defineEndpoint({
  ...manageDefaults,
  id: 'getEnrollmentWhy',
  method: 'GET',
  path: '/campaigns/{campaignId}/enrollments/{prospectId}/why',
  topic: 'Campaigns',
  params: campaignParams.extend({ prospectId: ref('prospect').describe('The prospect.') }),
  summary: 'Why the next email does not leave now',
  description:
    'Returns everything that keeps the next email to a prospect from leaving now. An empty list ' +
    'means that it leaves with one of the next turns of its mailbox.',
  role: 'viewer',
  query: noQuery,
  body: null,
  data: z.strictObject({
    reasons: z.array(
      z.strictObject({
        code: z.enum(whyNotCodes),
        message: z.string().describe('For humans; do not parse.'),
        until: timestamp().nullable().describe('When it no longer applies, if that is known.'),
        mailboxId: id().nullable().describe('The mailbox that it is about.'),
      }),
    ),
  }),
  examples: [
    {
      summary: 'Not due yet',
      params: { campaignId: exampleIds.campaign, prospectId: exampleIds.amara },
      data: {
        reasons: [
          {
            code: 'not_due',
            message: 'The next email is not due yet.',
            until: '2026-03-08T09:00:00.000Z',
            mailboxId: null,
          },
        ],
      },
    },
  ],
});

const enrollmentReasons = [
  'not_enrolled',
  'already_ended',
  'already_active',
  'sending',
  'finished',
  'suppressed',
  'unsubscribed',
  'no_email',
  'bounced',
  'unknown_message',
  'no_subject',
] as const;
export type EnrollmentReason = (typeof enrollmentReasons)[number];

const change = {
  ...manageDefaults,
  method: 'POST',
  params: campaignParams,
  role: 'member',
  query: noQuery,
  maxBodyBytes: batchBodyBytes,
  body: z.object({ prospectIds: prospectIds(100), ...ignoreMissingField, ...dryRunField }),
  data: z.strictObject({
    changed: count(),
    unchanged: count(),
    results: z.array(
      z.strictObject({
        prospectId: id(),
        status: z.enum(enrollmentStatuses).nullable().describe('Null if it is not enrolled.'),
        changed: z.boolean(),
        reason: z.enum(enrollmentReasons).optional().describe('Why nothing was changed.'),
      }),
    ),
    ...notFoundField,
    ...writeResultFields,
  }),
} as const;

const changeExample = (status: EnrollmentStatus, reason: EnrollmentReason) => ({
  summary: 'One changed, one not',
  ...exampleParams,
  body: { prospectIds: [exampleIds.amara, exampleIds.henrik] },
  data: {
    changed: 1,
    unchanged: 1,
    results: [
      { prospectId: exampleIds.amara, status, changed: true },
      { prospectId: exampleIds.henrik, status: null, changed: false, reason },
    ],
  },
});

export const postCampaignStop = defineEndpoint({
  ...change,
  id: 'postCampaignStop',
  path: '/campaigns/{campaignId}/enrollments/stop',
  topic: 'Campaigns',
  summary: 'Stop writing to prospects',
  description:
    'Ends the campaign for up to 100 prospects. Once the response arrives, no email of it leaves ' +
    'to them. They can be resumed.',
  examples: [changeExample('stopped', 'not_enrolled')],
});

export const postCampaignResume = defineEndpoint({
  ...change,
  id: 'postCampaignResume',
  path: '/campaigns/{campaignId}/enrollments/resume',
  topic: 'Campaigns',
  summary: 'Resume writing to prospects',
  description:
    'Continues the campaign for up to 100 prospects who were stopped, held, away or ended, with ' +
    'the email that was next. Prospects who must not be written to are left out, each with a ' +
    'reason.',
  examples: [changeExample('waiting', 'not_enrolled')],
});

export const postCampaignSkip = defineEndpoint({
  ...change,
  id: 'postCampaignSkip',
  path: '/campaigns/{campaignId}/enrollments/skip',
  topic: 'Campaigns',
  summary: 'Skip the next email of prospects',
  description:
    'Leaves out the next email for up to 100 prospects. The one after it waits as long as it would ' +
    'have. The campaign ends for a prospect if there is none. If it is unknown whether an email was ' +
    'sent, that one is given up: it is neither sent again nor counted.',
  examples: [changeExample('waiting', 'not_enrolled')],
});
