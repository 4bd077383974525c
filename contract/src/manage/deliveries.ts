import { z } from 'zod';
import { endpoint, noQuery, writeNotes } from '../endpoint.ts';
import { eventKinds } from '../events.ts';
import { exampleIds } from '../example-ids.ts';
import { besideOtherProblems, count, id, ref, timestamp } from '../fields.ts';
import { nextCursor, pageOf, queryFrom, queryTo } from '../query.ts';
import { queuedExample, startedTask } from './tasks.ts';
import { aboutWebhooks, ofWebhook, oneWebhook } from './webhooks.ts';

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

const oneDelivery = z.object({
  deliveryId: ref('delivery').describe('The delivery.'),
});
const ofDelivery = { params: { deliveryId: exampleIds.delivery } };

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

export const getWebhookDeliveries = endpoint({
  ...aboutWebhooks,
  id: 'getWebhookDeliveries',
  method: 'GET',
  path: '/webhooks/{webhookId}/deliveries',
  params: oneWebhook,
  summary: 'Read the delivery log',
  description: 'What was sent to a receiver in the last 30 days, newest first.',
  query: z.object({
    status: z.enum(deliveryStatuses).optional().describe('Only deliveries in this state.'),
    ...pageOf('Deliveries'),
  }),
  body: null,
  data: z.strictObject({
    deliveries: z.array(delivery),
    nextCursor,
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
  ...aboutWebhooks,
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
  ...aboutWebhooks,
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
  ...aboutWebhooks,
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
