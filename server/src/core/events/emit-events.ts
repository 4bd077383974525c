import { randomUUIDv7 } from 'node:crypto';
import type { EventData, EventKind, EventPrevious } from '@outcrop/contract';
import { z } from 'zod';
import type { ActorTransaction } from '../../platform/caller.ts';
import { type Sql, sql, type Tx } from '../../platform/db/index.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { sendJobs } from '../../platform/queue/send-jobs.ts';
import { notifyAdmins, notifyOfReplies } from '../notifications/notify-users.sql.ts';
import { recordActivity } from './prospect-activity.sql.ts';

/** Events of messages name them by id. `eventDataFor` adds the texts for those who may read them. */
type StoredEventData<K extends EventKind> = K extends 'message.sent' | 'reply.received'
  ? Omit<EventData<K>, 'subject' | 'snippet'>
  : EventData<K>;

export type NewEvent = {
  [K in EventKind]: {
    type: K;
    prospectId: string | null;
    data: StoredEventData<K>;
    previous?: EventPrevious<K>;
  };
}[EventKind];

const hasSubscriber = (tx: Tx, types: EventKind[]): Sql => sql`exists (
  select from webhook
  where workspace_id = ${tx.workspaceId} and enabled and events && ${[...types, '*']}::text[])`;

/** Stores events in the current transaction, queues their dispatch and returns their ids. */
export function emitEvents(
  acting: ActorTransaction,
  newEvents: NewEvent[],
  onlyTo: { webhookId: string } | null = null,
): string[] {
  if (newEvents.length === 0) return [];
  const {
    tx,
    actor: { actor, correlationId },
  } = acting;
  // Events of one transaction share a timestamp, so only their ids keep the order.
  const ids = newEvents.map(() => randomUUIDv7()).sort();
  const rows = newEvents.map(({ type, prospectId, data, previous }, index) => ({
    id: ids[index],
    type,
    prospect_id: prospectId,
    data,
    previous,
  }));
  tx.defer(sql`
    insert into event (workspace_id, id, type, prospect_id, actor_kind, actor_id, correlation_id, data, previous)
    select ${tx.workspaceId}, id, type, prospect_id, ${actor.kind}, ${actor.id}::uuid, ${correlationId}, data, previous
    from json_to_recordset(${JSON.stringify(rows)})
      as new_event (id uuid, type text, prospect_id uuid, data jsonb, previous jsonb)`);
  recordActivity(acting, newEvents);
  notifyOfEvents(tx, newEvents);
  sendJobs(tx, dispatchEvents, [{ eventIds: ids, webhookId: onlyTo?.webhookId ?? null }], {
    correlationId,
    onlyIf: onlyTo ? sql`true` : hasSubscriber(tx, [...new Set(newEvents.map(({ type }) => type))]),
  });
  return ids;
}

function notifyOfEvents(tx: Tx, newEvents: NewEvent[]): void {
  notifyOfReplies(
    tx,
    newEvents.flatMap((event) => (event.type === 'reply.received' ? [event.data] : [])),
  );
  notifyAdmins(
    tx,
    'mailbox',
    newEvents.flatMap((event) => (event.type === 'mailbox.failing' ? [event.data.mailboxId] : [])),
  );
}

/** Sends new events to the webhooks that subscribe to them. */
export const dispatchEvents = defineJob({
  name: 'dispatch-events',
  payload: z.object({
    eventIds: z.array(z.guid()).min(1),
    /** Set when only one webhook should receive them. */
    webhookId: z.guid().nullable(),
  }),
  retry: { limit: 12, delaySeconds: 5, backoff: true },
  concurrency: 4,
});
