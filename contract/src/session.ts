import { z } from 'zod';
import { defineEndpoint, noQuery } from './endpoint.ts';
import { exampleIds } from './example-ids.ts';
import { count, id, timestamp } from './fields.ts';
import { roles } from './roles.ts';

const callLimits = z.strictObject({
  requestsPerMinute: count(),
  maxItems: z.record(z.string(), count()).describe('Maximum number of items per body field.'),
});

export const getSession = defineEndpoint({
  id: 'getSession',
  api: 'ext',
  kind: 'workspace',
  method: 'GET',
  path: '/session',
  topic: 'Access',
  summary: 'Check the token',
  description:
    'Returns the user, workspace and plan of the token, and the imports and credits left ' +
    'this month. Use it to verify a token.',
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
      resetsAt: timestamp().describe('When the next month starts, in UTC.'),
    }),
    credits: z.strictObject({
      monthly: count(),
      remaining: count().describe('Available credits, without reserved ones.'),
      reserved: count().describe('Reserved for queued or running enrichment.'),
    }),
    enrichmentAvailable: z
      .boolean()
      .describe('Whether the plan includes enrichment, and a language model is configured.'),
    token: z.strictObject({
      id: id(),
      name: z.string(),
      createdAt: timestamp(),
      expiresAt: timestamp().nullable(),
    }),
    limits: z.record(z.string(), callLimits).describe('Limits by method and path.'),
  }),
  extraErrors: [],
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
        enrichmentAvailable: true,
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
});
