import { randomUUIDv7 } from 'node:crypto';
import type { ActorKind, EventData, EventKind, EventPrevious } from '@outcrop/contract';
import { sql, type Tx } from '../platform/db/index.ts';

/** Who made something happen, and in which request. */
export interface Cause {
  actor: { kind: ActorKind; id: string | null };
  correlationId: string | null;
}

/** The token that called, as the one who did it. */
export const causeOf = (call: { caller: { tokenId: string }; correlationId: string }): Cause => ({
  actor: { kind: 'token', id: call.caller.tokenId },
  correlationId: call.correlationId,
});

export type Happening = {
  [K in EventKind]: {
    type: K;
    prospectId: string | null;
    data: EventData<K>;
    previous?: EventPrevious<K>;
  };
}[EventKind];

/** Says that something happened, in the transaction in which it does. */
export function emit(tx: Tx, { actor, correlationId }: Cause, happenings: Happening[]): void {
  if (happenings.length === 0) return;
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
}
