import type { ActorKind, EventKind } from '@outcrop/contract';
import { eventDataFor } from '../core/events/event-texts.sql.ts';
import type { PagePosition } from '../platform/cursor.ts';
import { sql, type Tx } from '../platform/db/index.ts';

export interface TimelineEntry {
  id: string;
  type: EventKind;
  createdAt: Date;
  actor: { kind: ActorKind; id: string | null };
  correlationId: string | null;
  data: object;
  previous: object | null;
}

/** Events of one prospect, newest first, with the texts that the user of the transaction may read. */
export function selectTimeline(
  tx: Tx,
  prospectId: string,
  limit: number,
  after: PagePosition | null = null,
): Promise<TimelineEntry[]> {
  const position = after ? sql`and (created_at, id) < (${after.at}, ${after.id})` : sql``;
  return tx.rows<TimelineEntry>(sql`
    select id, type, created_at as "createdAt", json_build_object('kind', actor_kind, 'id', actor_id) as actor,
           correlation_id as "correlationId", ${eventDataFor(tx, 'user')} as data, previous
    from (
      select * from event
      where workspace_id = ${tx.workspaceId} and prospect_id = ${prospectId} ${position}
      order by created_at desc, id desc
      limit ${limit}) as e
    order by created_at desc, id desc`);
}

/** Selects the conversations in mailboxes that the user can see. */
export async function selectVisibleConversations(
  tx: Tx,
  userId: string,
  ids: string[],
): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>(sql`
    select c.id from conversation c
    join mailbox m on m.workspace_id = c.workspace_id and m.id = c.mailbox_id
    where c.workspace_id = ${tx.workspaceId} and c.id = any(${ids}::uuid[])
      and (m.shared or m.owner_id = ${userId})`);
  return new Set(rows.map(({ id }) => id));
}
