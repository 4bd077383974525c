import { z } from 'zod';
import { endpoint, manageLine, noQuery, writeNotes } from '../endpoint.ts';
import { eventKinds } from '../events.ts';
import { exampleIds } from '../example-ids.ts';
import { besideOtherProblems, count, id, ref, text, timestamp } from '../fields.ts';
import { cursor, queryFrom, queryInteger, queryTo } from '../query.ts';
import { queuedExample, startedTask } from './tasks.ts';

const about = { ...manageLine, role: 'admin' } as const;

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

const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

const delivery = z
  .strictObject({
    id: id(),
    webhookId: id(),
    eventId: id(),
    eventType: z.enum(eventKinds),
    status: z.enum(deliveryStatuses).describe('`failed` ones are not tried again by themselves.'),
    attempts: count(),
    lastStatus: z.int().nullable().describe('What the receiver answered last.'),
    lastProblem: z.string().nullable().describe('Why there was no answer, or no good one.'),
    nextAttemptAt: timestamp().nullable(),
    createdAt: timestamp(),
    deliveredAt: timestamp().nullable(),
  })
  .meta({ id: 'Delivery' });
export type Delivery = z.output<typeof delivery>;

const attempt = z.strictObject({
  number: z.int().min(1),
  at: timestamp(),
  ms: count(),
  status: z.int().nullable(),
  problem: z.string().nullable(),
  answerHeaders: z.record(z.string(), z.string()),
  answerBody: z.string().describe('Its beginning.'),
});

const oneWebhook = z.object({ webhookId: ref('webhook').describe('The webhook.') });
const oneDelivery = z.object({
  deliveryId: ref('delivery').describe('The delivery.'),
});
const ofWebhook = { params: { webhookId: exampleIds.webhook } };
const ofDelivery = { params: { deliveryId: exampleIds.delivery } };

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

const deliveryExample: Delivery = {
  id: exampleIds.delivery,
  webhookId: exampleIds.webhook,
  eventId: exampleIds.event,
  eventType: 'prospect.created',
  status: 'failed',
  attempts: 11,
  lastStatus: 500,
  lastProblem: 'The receiver answered 500.',
  nextAttemptAt: null,
  createdAt: '2026-03-05T14:02:38.611Z',
  deliveredAt: null,
};

export const getWebhooks = endpoint({
  ...about,
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
  ...about,
  id: 'postWebhooks',
  method: 'POST',
  path: '/webhooks',
  summary: 'Register a webhook',
  description:
    'From now on the receiver is sent every event of these kinds, signed, at least once. Its ' +
    'address must be public. A workspace has at most 20.',
  query: noQuery,
  body: z.object({
    url: text(2048).describe('Where to POST to. https, unless the operator allows its network.'),
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
  ...about,
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
  ...about,
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
  ...about,
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
  ...about,
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
  ...about,
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

export const getWebhookDeliveries = endpoint({
  ...about,
  id: 'getWebhookDeliveries',
  method: 'GET',
  path: '/webhooks/{webhookId}/deliveries',
  params: oneWebhook,
  summary: 'Read the delivery log',
  description: 'What was sent to a receiver in the last 30 days, newest first.',
  query: z.object({
    status: z.enum(deliveryStatuses).optional().describe('Only deliveries in this state.'),
    limit: queryInteger({ min: 1, max: 200 })
      .optional()
      .describe('Deliveries on a page; 50 by default.'),
    cursor: cursor().describe('Where the page before ended: its `nextCursor`.'),
  }),
  body: null,
  data: z.strictObject({
    deliveries: z.array(delivery),
    nextCursor: z.string().nullable().describe('Null on the last page.'),
  }),
  examples: [
    {
      summary: 'What did not arrive',
      ...ofWebhook,
      query: { status: 'failed', limit: '1' },
      data: { deliveries: [deliveryExample], nextCursor: null },
    },
  ],
});

export const getDelivery = endpoint({
  ...about,
  id: 'getDelivery',
  method: 'GET',
  path: '/deliveries/{deliveryId}',
  params: oneDelivery,
  summary: 'Read one delivery',
  description: 'What was sent, and every attempt with what the receiver answered.',
  query: noQuery,
  body: null,
  data: z.strictObject({
    delivery,
    body: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('The event as it is sent; null once it is no longer kept.'),
    attempts: z.array(attempt),
  }),
  examples: [
    {
      summary: 'A receiver that was out of order',
      ...ofDelivery,
      data: {
        delivery: { ...deliveryExample, attempts: 1, status: 'pending' },
        body: null,
        attempts: [
          {
            number: 1,
            at: '2026-03-05T14:02:39.020Z',
            ms: 84,
            status: 500,
            problem: 'The receiver answered 500.',
            answerHeaders: { 'content-type': 'text/plain' },
            answerBody: 'out of order',
          },
        ],
      },
    },
  ],
});

export const postDeliveryReplay = endpoint({
  ...about,
  id: 'postDeliveryReplay',
  method: 'POST',
  path: '/deliveries/{deliveryId}/replay',
  params: oneDelivery,
  summary: 'Send one event again',
  description: 'Under the same id, from the first attempt on.',
  query: noQuery,
  body: z.object({}),
  data: z.strictObject({ delivery, ...writeNotes }),
  examples: [
    {
      summary: 'On its way again',
      ...ofDelivery,
      body: {},
      data: { delivery: { ...deliveryExample, status: 'pending' } },
    },
  ],
});

export const postWebhookReplay = endpoint({
  ...about,
  id: 'postWebhookReplay',
  method: 'POST',
  path: '/webhooks/{webhookId}/replay',
  params: oneWebhook,
  summary: 'Send many events again',
  description:
    'Either all that failed, or every event of a span of time that the webhook subscribes to, ' +
    'those from before its creation included. Started as a task.',
  query: noQuery,
  body: z
    .object({
      failed: z.literal(true).optional().describe('All deliveries that failed.'),
      from: queryFrom().optional().describe('Or the events from here on'),
      to: queryTo().optional().describe('to here; now, unless given.'),
    })
    .refine(({ failed, from }) => (failed === undefined) !== (from === undefined), {
      error: 'is required, unless failed is given; send one of the two',
      path: ['from'],
      ...besideOtherProblems,
    }),
  data: startedTask,
  examples: [
    {
      summary: 'Everything that did not arrive',
      ...ofWebhook,
      body: { failed: true },
      data: { task: { ...queuedExample, kind: 'replay' } },
    },
    {
      summary: 'A day',
      ...ofWebhook,
      body: { from: '2026-03-05', to: '2026-03-06T00:00:00Z' },
      data: { task: { ...queuedExample, kind: 'replay' } },
    },
  ],
});
