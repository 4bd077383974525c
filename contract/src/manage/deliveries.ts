import { z } from 'zod';
import { defineEndpoint, noQuery, writeResultFields } from '../endpoint.ts';
import { eventKinds } from '../events.ts';
import { exampleIds } from '../example-ids.ts';
import { checkEvenIfInvalid, count, id, ref, timestamp } from '../fields.ts';
import { nextCursor, pageParams, queryFrom, queryTo } from '../query.ts';
import { queuedExample, startedTask } from './tasks.ts';
import { webhookDefaults, webhookExampleParams, webhookParams } from './webhooks.ts';

const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

const delivery = z
  .strictObject({
    id: id(),
    webhookId: id(),
    eventId: id(),
    eventType: z.enum(eventKinds),
    status: z.enum(deliveryStatuses).describe('`failed` deliveries are not retried automatically.'),
    attempts: count(),
    lastStatus: z.int().nullable().describe('Last response status of the receiver.'),
    lastProblem: z.string().nullable().describe('Why the last attempt failed.'),
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
  answerBody: z.string().describe('Start of the response body.'),
});

const deliveryParams = z.object({
  deliveryId: ref('delivery').describe('The delivery.'),
});
const deliveryExampleParams = { params: { deliveryId: exampleIds.delivery } };

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

export const getWebhookDeliveries = defineEndpoint({
  ...webhookDefaults,
  id: 'getWebhookDeliveries',
  method: 'GET',
  path: '/webhooks/{webhookId}/deliveries',
  topic: 'Webhooks',
  params: webhookParams,
  summary: 'List deliveries',
  description: 'Returns the deliveries of a webhook from the last 30 days, newest first.',
  query: z.object({
    status: z.enum(deliveryStatuses).optional().describe('Only deliveries with this status.'),
    ...pageParams('Deliveries'),
  }),
  body: null,
  data: z.strictObject({
    deliveries: z.array(delivery),
    nextCursor,
  }),
  examples: [
    {
      summary: 'Failed deliveries',
      ...webhookExampleParams,
      query: { status: 'failed', limit: '1' },
      data: { deliveries: [deliveryExample], nextCursor: null },
    },
  ],
});

export const getDelivery = defineEndpoint({
  ...webhookDefaults,
  id: 'getDelivery',
  method: 'GET',
  path: '/deliveries/{deliveryId}',
  topic: 'Webhooks',
  params: deliveryParams,
  summary: 'Get a delivery',
  description: 'Returns the event and all attempts with the responses of the receiver.',
  query: noQuery,
  body: null,
  data: z.strictObject({
    delivery,
    body: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('The event as sent. Null after it is deleted.'),
    attempts: z.array(attempt),
  }),
  examples: [
    {
      summary: 'A failed attempt',
      ...deliveryExampleParams,
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

export const postDeliveryReplay = defineEndpoint({
  ...webhookDefaults,
  id: 'postDeliveryReplay',
  method: 'POST',
  path: '/deliveries/{deliveryId}/replay',
  topic: 'Webhooks',
  params: deliveryParams,
  summary: 'Replay a delivery',
  description: 'Sends the event again with the same id and a new series of attempts.',
  query: noQuery,
  body: z.object({}),
  data: z.strictObject({ delivery, ...writeResultFields }),
  examples: [
    {
      summary: 'Replayed',
      ...deliveryExampleParams,
      body: {},
      data: { delivery: { ...deliveryExample, status: 'pending' } },
    },
  ],
});

export const postWebhookReplay = defineEndpoint({
  ...webhookDefaults,
  id: 'postWebhookReplay',
  method: 'POST',
  path: '/webhooks/{webhookId}/replay',
  topic: 'Webhooks',
  params: webhookParams,
  summary: 'Replay many deliveries',
  description:
    'Starts a task that sends either all failed deliveries or all subscribed events in a ' +
    'date range, including events from before the webhook was created.',
  query: noQuery,
  body: z
    .object({
      failed: z.literal(true).optional().describe('Replay all failed deliveries.'),
      from: queryFrom().optional().describe('Start of a date range, instead of `failed`.'),
      to: queryTo().optional().describe('End of the date range. Default: now.'),
    })
    .refine(({ failed, from }) => (failed === undefined) !== (from === undefined), {
      error: 'is required unless failed is given; send one of the two',
      path: ['from'],
      ...checkEvenIfInvalid,
    }),
  data: startedTask,
  examples: [
    {
      summary: 'All failed deliveries',
      ...webhookExampleParams,
      body: { failed: true },
      data: { task: { ...queuedExample, kind: 'replay' } },
    },
    {
      summary: 'A date range',
      ...webhookExampleParams,
      body: { from: '2026-03-05', to: '2026-03-06T00:00:00Z' },
      data: { task: { ...queuedExample, kind: 'replay' } },
    },
  ],
});
