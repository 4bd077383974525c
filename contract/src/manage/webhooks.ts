import { z } from 'zod';
import { defineEndpoint, manageDefaults, noQuery, writeResultFields } from '../endpoint.ts';
import { eventKinds } from '../events.ts';
import { exampleIds } from '../example-ids.ts';
import { count, id, ref, text, timestamp } from '../fields.ts';

export const webhookDefaults = { ...manageDefaults, role: 'admin' } as const;

const kinds = z
  .array(z.enum([...eventKinds, '*']))
  .min(1)
  .max(eventKinds.length + 1)
  .overwrite((kinds) => (kinds.includes('*') ? ['*'] : [...new Set(kinds)]))
  .describe('Event types to send, or `["*"]` for all, including future ones.');

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
      .describe(
        '`gone`: the receiver responded with 410. `failing`: deliveries failed for five days.',
      ),
    failingSince: timestamp()
      .nullable()
      .describe('Time of the first failure since the last successful delivery.'),
    lastDay: z
      .strictObject({ delivered: count(), failed: count() })
      .describe('Delivery attempts in the last 24 hours.'),
    createdAt: timestamp(),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.output<typeof webhook>;

const secret = z.string().describe('Signing secret. Shown only once. Use it to verify requests.');

export const webhookParams = z.object({ webhookId: ref('webhook').describe('The webhook.') });
export const webhookExampleParams = { params: { webhookId: exampleIds.webhook } };

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

export const getWebhooks = defineEndpoint({
  ...webhookDefaults,
  id: 'getWebhooks',
  method: 'GET',
  path: '/webhooks',
  topic: 'Webhooks',
  summary: 'List webhooks',
  description: 'Returns the webhooks of the workspace with their recent status, oldest first.',
  query: noQuery,
  body: null,
  data: z.strictObject({ webhooks: z.array(webhook) }),
  examples: [{ summary: 'One webhook', data: { webhooks: [webhookExample] } }],
});

export const postWebhooks = defineEndpoint({
  ...webhookDefaults,
  id: 'postWebhooks',
  method: 'POST',
  path: '/webhooks',
  topic: 'Webhooks',
  summary: 'Register a webhook',
  description:
    'Sends signed events of the given types to a URL, at least once each. The URL must be ' +
    'public. A workspace has at most 20 webhooks.',
  query: noQuery,
  body: z.object({
    url: text(2048).describe(
      'The https URL to send events to. http works only in networks that the operator allows.',
    ),
    events: kinds,
  }),
  data: z.strictObject({ webhook, secret, ...writeResultFields }),
  returnsSecret: true,
  examples: [
    {
      summary: 'New prospects and replies',
      body: { url: webhookExample.url, events: ['prospect.created', 'reply.received'] },
      data: {
        webhook: { ...webhookExample, lastDay: { delivered: 0, failed: 0 } },
        secret: secretExample,
      },
    },
  ],
});

export const getWebhook = defineEndpoint({
  ...webhookDefaults,
  id: 'getWebhook',
  method: 'GET',
  path: '/webhooks/{webhookId}',
  topic: 'Webhooks',
  params: webhookParams,
  summary: 'Get a webhook',
  description: 'Returns a webhook with its recent status. The secret is not returned again.',
  query: noQuery,
  body: null,
  data: z.strictObject({ webhook }),
  examples: [{ summary: 'A webhook', ...webhookExampleParams, data: { webhook: webhookExample } }],
});

export const patchWebhook = defineEndpoint({
  ...webhookDefaults,
  id: 'patchWebhook',
  method: 'PATCH',
  path: '/webhooks/{webhookId}',
  topic: 'Webhooks',
  params: webhookParams,
  summary: 'Update a webhook',
  description:
    'Changes the URL or event types, or enables or disables the webhook. Events from the ' +
    'time it was disabled can be sent with a replay.',
  query: noQuery,
  body: z.object({
    url: postWebhooks.body.shape.url.optional(),
    events: kinds.optional(),
    enabled: z.boolean().optional(),
  }),
  data: z.strictObject({ webhook, ...writeResultFields }),
  examples: [
    {
      summary: 'Enable for all events',
      ...webhookExampleParams,
      body: { url: webhookExample.url, events: ['*'], enabled: true },
      data: { webhook: { ...webhookExample, events: ['*'] } },
    },
  ],
});

export const deleteWebhook = defineEndpoint({
  ...webhookDefaults,
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/webhooks/{webhookId}',
  topic: 'Webhooks',
  params: webhookParams,
  summary: 'Delete a webhook',
  description: 'Stops all deliveries and deletes the delivery log.',
  query: noQuery,
  body: null,
  data: z.strictObject({ webhook }),
  examples: [
    { summary: 'A deleted webhook', ...webhookExampleParams, data: { webhook: webhookExample } },
  ],
});

export const postWebhookRotate = defineEndpoint({
  ...webhookDefaults,
  id: 'postWebhookRotate',
  method: 'POST',
  path: '/webhooks/{webhookId}/rotate-secret',
  topic: 'Webhooks',
  params: webhookParams,
  summary: 'Rotate the secret',
  description:
    'Creates a new secret. For 24 hours, requests are signed with both the new and the ' +
    'old secret, so that receivers can switch.',
  query: noQuery,
  body: z.object({}),
  data: z.strictObject({ secret, previousEndsAt: timestamp(), ...writeResultFields }),
  returnsSecret: true,
  examples: [
    {
      summary: 'A new secret',
      ...webhookExampleParams,
      body: {},
      data: { secret: secretExample, previousEndsAt: '2026-03-06T14:02:38.204Z' },
    },
  ],
});

export const postWebhookTest = defineEndpoint({
  ...webhookDefaults,
  id: 'postWebhookTest',
  method: 'POST',
  path: '/webhooks/{webhookId}/test',
  topic: 'Webhooks',
  params: webhookParams,
  summary: 'Send a test event',
  description: 'Sends `webhook.test` to this webhook only. The result is in the delivery log.',
  query: noQuery,
  body: z.object({}),
  data: z.strictObject({ eventId: id(), ...writeResultFields }),
  examples: [
    {
      summary: 'Queued',
      ...webhookExampleParams,
      body: {},
      data: { eventId: exampleIds.event },
    },
  ],
});
