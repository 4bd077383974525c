import { z } from 'zod';
import { defineEndpoint, manageDefaults, noQuery } from '../endpoint.ts';
import { count } from '../fields.ts';
import { getSession } from '../session.ts';
import { maxPerWorkspace } from '../workspace-limits.ts';

const { plan, quota, credits } = getSession.data.shape;
const [{ data: session }] = getSession.examples;

/** Including today. */
export const daysOfImports = 30;

const monthDay = z.strictObject({ day: z.iso.date(), imports: count(), creditsSpent: count() });

const limitUsage = z.strictObject({ used: count(), most: count() });

const storage = limitUsage
  .extend({
    kinds: z
      .strictObject({
        campaigns: count().describe('Emails of campaigns.'),
        savedReplies: count(),
        notes: count(),
        views: count(),
        imports: count().describe('Uploaded files, which are deleted after 30 days.'),
        exports: count().describe('Files of exports, which are deleted after 7 days.'),
        responses: count().describe(
          'Responses for repeated requests with an `Idempotency-Key`, which are deleted after 24 hours.',
        ),
      })
      .describe('What takes the space.'),
  })
  .describe(
    'Bytes. Once the storage is full, a write that adds to it gets 403 `storage_full`; mail is still received.',
  );
const exampleStorage = {
  campaigns: 18_204,
  savedReplies: 2_116,
  notes: 40_960,
  views: 1_530,
  imports: 9_437_184,
  exports: 1_048_576,
  responses: 65_536,
};

const lastDay = Date.parse('2026-03-16');
const exampleDays = Array.from({ length: daysOfImports }, (_, index) => ({
  day: new Date(lastDay - (daysOfImports - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  count: index % 7 < 5 ? 8 : 0,
}));
const exampleMonth = exampleDays
  .filter(({ day }) => day >= '2026-03-01')
  .map(({ day, count: imports }) => ({ day, imports, creditsSpent: imports / 4 }));

export const getUsage = defineEndpoint({
  ...manageDefaults,
  id: 'getUsage',
  method: 'GET',
  path: '/usage',
  topic: 'Workspace',
  summary: 'Get usage',
  description:
    'Returns the plan, this month’s imports and credits per day, the imports of the last ' +
    '30 days, and the limits for lists, tags, campaigns, mailboxes and stored bytes. Days and months are in UTC.',
  role: 'viewer',
  query: noQuery,
  body: null,
  data: z.strictObject({
    plan,
    quota: quota.extend({
      used: count().describe('Imports this month.'),
      runsOutOn: z.iso
        .date()
        .nullable()
        .describe('The day the imports run out at this month’s pace, or null if they last.'),
    }),
    credits,
    imports: z
      .array(z.strictObject({ day: z.iso.date(), count: count() }))
      .length(daysOfImports)
      .describe('New prospects per day for the last 30 days, today last.'),
    days: z.array(monthDay).min(1).max(31).describe('Usage per day of this month, today last.'),
    lists: limitUsage,
    tags: limitUsage,
    campaigns: limitUsage.describe('Includes archived campaigns.'),
    mailboxes: limitUsage,
    storage,
  }),
  examples: [
    {
      summary: 'The Starter plan in the middle of a month',
      data: {
        plan: session.plan,
        quota: { ...(session.quota as object), used: 116, runsOutOn: null },
        credits: session.credits,
        imports: exampleDays,
        days: exampleMonth,
        lists: { used: 12, most: maxPerWorkspace.list },
        tags: { used: 31, most: maxPerWorkspace.tag },
        campaigns: { used: 4, most: maxPerWorkspace.campaign },
        mailboxes: { used: 3, most: maxPerWorkspace.mailbox },
        storage: { used: 10_614_106, most: 2_000_000_000, kinds: exampleStorage },
      },
    },
  ],
});
