import { z } from 'zod';
import { endpoint, manageLine, noQuery, writeNotes } from '../endpoint.ts';
import { eventKinds } from '../events.ts';
import { exampleIds } from '../example-ids.ts';
import { count, id, ref, text, timestamp } from '../fields.ts';

export const aboutWebhooks = { ...manageLine, role: 'admin' } as const;

const kinds = z
  .array(z.enum([...eventKinds, '*']))
  .min(1)
  .max(eventKinds.length + 1)
  .overwrite((given) => (given.includes('*') ? ['*'] : [...new Set(given)]))
  .describe('The kinds of events to be told of, or `["*"]` for all, later ones included.');

const disabledReasons = ['by_hand', 'gone', 'failing'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

const webhook = z
  .strictObject({
    id: id(),
    url: z.string(),
    events: z.array(z.enum([...eventKinds, '*'])),
    enabled: z.boolean(),
    disabledReason: z
      .enum(disabledReasons)
      .nullable()
      .describe('`gone`: it answered 410. `failing`: it has failed for five days.'),
    failingSince: timestamp().nullable().describe('Since when no delivery has arrived.'),
    lastDay: z
      .strictObject({ delivered: count(), failed: count() })
      .describe('Attempts in the last 24 hours.'),
    createdAt: timestamp(),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.output<typeof webhook>;

const secret = z.string().describe('Shown this once. Verify what arrives with it.');

export const oneWebhook = z.object({ webhookId: ref('webhook').describe('The webhook.') });
export const ofWebhook = { params: { webhookId: exampleIds.webhook } };

const webhookExample: Webhook = {
  id: exampleIds.webhook,
  url: 'https://crm.saltmarsh.example/hooks/outcrop',
  events: ['prospect.created', 'reply.received'],
  enabled: true,
  disabledReason: null,
  failingSince: null,
  lastDay: { delivered: 812, failed: 3 },
  createdAt: '2026-03-02T09:20:11.482Z',
};
const secretExample = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDF2hXsGQ0pDs=';

export const getWebhooks = endpoint({
  ...aboutWebhooks,
  id: 'getWebhooks',
  method: 'GET',
  path: '/webhooks',
  summary: 'List webhooks',
  description: 'Every receiver of this workspace, oldest first, and how it has fared lately.',
  query: noQuery,
  body: null,
  data: z.strictObject({ webhooks: z.array(webhook) }),
  examples: [{ summary: 'One receiver', data: { webhooks: [webhookExample] } }],
});

export const postWebhooks = endpoint({
  ...aboutWebhooks,
  id: 'postWebhooks',
  method: 'POST',
  path: '/webhooks',
  summary: 'Register a webhook',
  description:
    'From now on the receiver is sent every event of these kinds, signed, at least once. Its ' +
    'address must be public. A workspace has at most 20.',
  query: noQuery,
  body: z.object({
    url: text(2048).describe(
      'Where to POST to, by https. http is possible only in networks that the operator allows.',
    ),
    events: kinds,
  }),
  data: z.strictObject({ webhook, secret, ...writeNotes }),
  tellsSecret: true,
  examples: [
    {
      summary: 'New people and replies',
      body: { url: webhookExample.url, events: ['prospect.created', 'reply.received'] },
      data: {
        webhook: { ...webhookExample, lastDay: { delivered: 0, failed: 0 } },
        secret: secretExample,
      },
    },
  ],
});

export const getWebhook = endpoint({
  ...aboutWebhooks,
  id: 'getWebhook',
  method: 'GET',
  path: '/webhooks/{webhookId}',
  params: oneWebhook,
  summary: 'Read a webhook',
  description: 'One receiver, and how it has fared lately. Its secret is not told again.',
  query: noQuery,
  body: null,
  data: z.strictObject({ webhook }),
  examples: [{ summary: 'A receiver', ...ofWebhook, data: { webhook: webhookExample } }],
});

export const patchWebhook = endpoint({
  ...aboutWebhooks,
  id: 'patchWebhook',
  method: 'PATCH',
  path: '/webhooks/{webhookId}',
  params: oneWebhook,
  summary: 'Change a webhook',
  description:
    'Another address, other kinds, off and on again. What happened while it was off can be sent ' +
    'by a replay.',
  query: noQuery,
  body: z.object({
    url: postWebhooks.body.shape.url.optional(),
    events: kinds.optional(),
    enabled: z.boolean().optional(),
  }),
  data: z.strictObject({ webhook, ...writeNotes }),
  examples: [
    {
      summary: 'Off and on again',
      ...ofWebhook,
      body: { url: webhookExample.url, events: ['*'], enabled: true },
      data: { webhook: { ...webhookExample, events: ['*'] } },
    },
  ],
});

export const deleteWebhook = endpoint({
  ...aboutWebhooks,
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/webhooks/{webhookId}',
  params: oneWebhook,
  summary: 'Remove a webhook',
  description: 'Nothing more is sent to it, and its log is gone.',
  query: noQuery,
  body: null,
  data: z.strictObject({ webhook }),
  examples: [{ summary: 'Gone', ...ofWebhook, data: { webhook: webhookExample } }],
});

export const postWebhookRotate = endpoint({
  ...aboutWebhooks,
  id: 'postWebhookRotate',
  method: 'POST',
  path: '/webhooks/{webhookId}/rotate-secret',
  params: oneWebhook,
  summary: 'Rotate the secret',
  description:
    'A new secret. For 24 hours every message carries two signatures, of the new and of the old ' +
    'one, so that receivers can change over in between.',
  query: noQuery,
  body: z.object({}),
  data: z.strictObject({ secret, previousEndsAt: timestamp(), ...writeNotes }),
  tellsSecret: true,
  examples: [
    {
      summary: 'A new secret',
      ...ofWebhook,
      body: {},
      data: { secret: secretExample, previousEndsAt: '2026-03-06T14:02:38.204Z' },
    },
  ],
});

export const postWebhookTest = endpoint({
  ...aboutWebhooks,
  id: 'postWebhookTest',
  method: 'POST',
  path: '/webhooks/{webhookId}/test',
  params: oneWebhook,
  summary: 'Send a test event',
  description: 'Sends `webhook.test` to this receiver alone. Its log tells what came of it.',
  query: noQuery,
  body: z.object({}),
  data: z.strictObject({ eventId: id(), ...writeNotes }),
  examples: [
    { summary: 'On its way', ...ofWebhook, body: {}, data: { eventId: exampleIds.event } },
  ],
});
