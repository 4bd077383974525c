import { z } from 'zod';
import { type EventKind, eventDefinitions } from './events.ts';
import { exampleIds } from './example-ids.ts';
import { id, timestamp } from './fields.ts';

/** The system has no id. */
const actorKinds = ['user', 'token', 'system'] as const;
export type ActorKind = (typeof actorKinds)[number];
export const actorSchema = z.strictObject({ kind: z.enum(actorKinds), id: id().nullable() });

export const eventBody = (type: EventKind) => {
  const { data, previous } = eventDefinitions[type];
  return z.strictObject({
    id: id().describe(
      'Unique event id, the same on every delivery attempt. Also in the `webhook-id` header.',
    ),
    type: z.literal(type),
    createdAt: timestamp(),
    workspaceId: id(),
    actor: actorSchema,
    correlationId: z
      .string()
      .nullable()
      .describe('Correlation id of the request that caused the event, if any.'),
    data,
    ...(previous ? { previous } : {}),
  });
};

export const eventExample = (type: EventKind) => ({
  id: exampleIds.event,
  type,
  createdAt: '2026-03-05T14:02:38.204Z',
  workspaceId: exampleIds.workspace,
  actor: { kind: 'token', id: exampleIds.token },
  correlationId: exampleIds.request,
  ...eventDefinitions[type].example,
});
