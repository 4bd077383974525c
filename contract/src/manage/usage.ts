import { z } from 'zod';
import { endpoint, manageLine, noQuery } from '../endpoint.ts';
import { count } from '../fields.ts';
import { getSession } from '../session.ts';
import { mostPerWorkspace } from '../workspace-limits.ts';

const { plan, quota, credits } = getSession.data.shape;
const [{ data: session }] = getSession.examples;

/** How many days of imports are told, today included. */
export const daysOfImports = 30;

const monthDay = z.strictObject({ day: z.iso.date(), imports: count(), creditsSpent: count() });

const kept = z.strictObject({ used: count(), most: count() });

const lastDay = Date.parse('2026-03-16');
const exampleDays = Array.from({ length: daysOfImports }, (_, place) => ({
  day: new Date(lastDay - (daysOfImports - 1 - place) * 86_400_000).toISOString().slice(0, 10),
  count: place % 7 < 5 ? 8 : 0,
}));
const exampleMonth = exampleDays
  .filter(({ day }) => day >= '2026-03-01')
  .map(({ day, count: imports }) => ({ day, imports, creditsSpent: imports / 4 }));

export const getUsage = endpoint({
  ...manageLine,
  id: 'getUsage',
  method: 'GET',
  path: '/usage',
  summary: 'Read what is used and what is left',
  description:
    'The plan, this month’s imports and credits, day by day, the imports of the last 30 days, and ' +
    'how much room there is for lists, tags and campaigns. Days and months are those of UTC.',
  role: 'viewer',
  query: noQuery,
  body: null,
  data: z.strictObject({
    plan,
    quota: quota.extend({
      used: count().describe('Imports of this month.'),
      runsOutOn: z.iso
        .date()
        .nullable()
        .describe(
          'The day on which the imports run out if the month goes on as it has begun; null if ' +
            'they last.',
        ),
    }),
    credits,
    imports: z
      .array(z.strictObject({ day: z.iso.date(), count: count() }))
      .length(daysOfImports)
      .describe('New people on each of the last 30 days; today comes last.'),
    days: z
      .array(monthDay)
      .min(1)
      .max(31)
      .describe('What was used on each day of this month; today comes last.'),
    lists: kept,
    tags: kept,
    campaigns: kept.describe('Archived ones count too.'),
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
        lists: { used: 12, most: mostPerWorkspace.list },
        tags: { used: 31, most: mostPerWorkspace.tag },
        campaigns: { used: 4, most: mostPerWorkspace.campaign },
      },
    },
  ],
});
