import { randomUUIDv7 } from 'node:crypto';
import type { EventData, EventKind, EventPrevious } from '@outcrop/contract';
import type { Cause } from '../platform/cause.ts';
import { type Sql, sql, type Tx } from '../platform/db/index.ts';
import { send } from '../platform/queue/send.ts';
import { dispatchEvents } from './dispatch.ts';

export type Happening = {
  [K in EventKind]: {
    type: K;
    prospectId: string | null;
    data: EventData<K>;
    previous?: EventPrevious<K>;
  };
}[EventKind];

const isWanted = (tx: Tx, types: EventKind[]): Sql => sql`exists (
  select from webhook
  where workspace_id = ${tx.workspaceId} and enabled and events && ${[...types, '*']}::text[])`;

/** Says that something happened, in the transaction in which it does. Tells the ids of the events. */
export function emit(
  tx: Tx,
  { actor, correlationId }: Cause,
  happenings: Happening[],
  onlyTo: { webhookId: string } | null = null,
): string[] {
  if (happenings.length === 0) return [];
  // All of one transaction have one time, so that only the order of their ids tells which came first.
  const ids = happenings.map(() => randomUUIDv7()).sort();
  const rows = happenings.map(({ type, prospectId, data, previous }, place) => ({
    id: ids[place],
    type,
    prospect_id: prospectId,
    data,
    previous,
  }));
  tx.atCommit(sql`
    insert into event (workspace_id, id, type, prospect_id, actor_kind, actor_id, correlation_id, data, previous)
    select ${tx.workspaceId}, id, type, prospect_id, ${actor.kind}, ${actor.id}::uuid, ${correlationId}, data, previous
    from json_to_recordset(${JSON.stringify(rows)})
      as happening (id uuid, type text, prospect_id uuid, data jsonb, previous jsonb)`);
  send(tx, dispatchEvents, [{ eventIds: ids, webhookId: onlyTo?.webhookId ?? null }], {
    correlationId,
    onlyIf: onlyTo ? sql`true` : isWanted(tx, [...new Set(happenings.map(({ type }) => type))]),
  });
  return ids;
}
