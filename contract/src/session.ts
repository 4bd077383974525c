import { z } from 'zod';
import { endpoint, noQuery } from './endpoint.ts';
import { exampleIds } from './example-ids.ts';
import { count, id, timestamp } from './fields.ts';
import { roles } from './roles.ts';

const callLimits = z.strictObject({
  requestsPerMinute: count(),
  maxItems: z.record(z.string(), count()).describe('The longest array each body field takes.'),
});

export const getSession = endpoint({
  id: 'getSession',
  api: 'ext',
  method: 'GET',
  path: '/session',
  summary: 'Check the token',
  description:
    'Tells whom the token acts for, in which workspace and on which plan, and what is left of ' +
    'this month’s imports and credits. A good first call, and a cheap way to test a token.',
  role: 'viewer',
  perMinute: 120,
  query: noQuery,
  body: null,
  data: z.strictObject({
    user: z.strictObject({ id: id(), name: z.string(), email: z.string(), role: z.enum(roles) }),
    workspace: z.strictObject({ id: id(), name: z.string() }),
    plan: z.strictObject({ id: z.string(), name: z.string() }),
    quota: z.strictObject({
      monthlyImports: count(),
      remaining: count(),
      resetsAt: timestamp().describe('When the next month begins, in UTC.'),
    }),
    credits: z.strictObject({
      monthly: count(),
      remaining: count().describe('What can still be spent; reserved credits are already off.'),
      reserved: count().describe('Held for enrichment that is queued or running.'),
    }),
    token: z.strictObject({
      id: id(),
      name: z.string(),
      createdAt: timestamp(),
      expiresAt: timestamp().nullable(),
    }),
    limits: z
      .record(z.string(), callLimits)
      .describe('What one call may ask for, by method and path.'),
  }),
  alsoAnswers: [],
  examples: [
    {
      summary: 'A member’s token on the Starter plan',
      data: {
        user: {
          id: exampleIds.user,
          name: 'Ines Duarte',
          email: 'ines@fernhill.example',
          role: 'member',
        },
        workspace: { id: exampleIds.workspace, name: 'Fernhill Instruments' },
        plan: { id: 'starter', name: 'Starter' },
        quota: { monthlyImports: 2500, remaining: 2384, resetsAt: '2026-04-01T00:00:00.000Z' },
        credits: { monthly: 500, remaining: 471, reserved: 4 },
        token: {
          id: exampleIds.token,
          name: 'CRM sync',
          createdAt: '2026-03-02T09:14:05.120Z',
          expiresAt: null,
        },
        limits: {
          'GET /session': { requestsPerMinute: 120, maxItems: {} },
          'POST /leads': { requestsPerMinute: 60, maxItems: { leads: 100 } },
        },
      },
    },
  ],
  built: true,
});
