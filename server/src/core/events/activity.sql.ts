import type { EventKind } from '@outcrop/contract';
import type { ActorTransaction } from '../../platform/caller.ts';
import { type Sql, sql, type Tx } from '../../platform/db/index.ts';

/** The part of an event that says whose activity it is. */
interface Active {
  type: EventKind;
  prospectId: string | null;
  data: object;
}

/** Messages are activity even if the system sends them. A new prospect has the time of its creation. */
const messages: ReadonlySet<EventKind> = new Set(['message.sent', 'reply.received']);
const isActivity = ({ type, prospectId }: Active, isByPerson: boolean): boolean =>
  prospectId !== null && type !== 'prospect.created' && (isByPerson || messages.has(type));

const isByPerson = ({ actor }: Pick<ActorTransaction, 'actor'>): boolean =>
  actor.actor.kind !== 'system';

/** `last_activity_at` of a prospect `p` that is written anyway. */
export const activeAt = (acting: ActorTransaction): Sql =>
  isByPerson(acting) ? sql`greatest(p.last_activity_at, now())` : sql`p.last_activity_at`;

/**
 * Keeps the time of the newest event by a person, or of the newest message. A call that was logged
 * later counts from when it took place.
 */
export function recordActivity(acting: ActorTransaction, events: Active[]): void {
  const byPerson = isByPerson(acting);
  const active = events.filter((event) => isActivity(event, byPerson));
  const [logged, others] = [active.filter(isLogged), active.filter((event) => !isLogged(event))];
  for (const { prospectId, data } of logged)
    moveActivity(acting.tx, [prospectId!], new Date(data.occurredAt));
  const ids = new Set(others.map(({ prospectId }) => prospectId!));
  if (ids.size > 0) moveActivity(acting.tx, [...ids], null);
}

const isLogged = (event: Active): event is Active & { data: { occurredAt: string } } =>
  event.type === 'note.added';

/**
 * Forward only, to a time or to that of the transaction. A prospect that the transaction has written
 * has its time already, and is not written again.
 */
export function moveActivity(tx: Tx, ids: string[], to: Date | null): void {
  const at = to === null ? sql`now()` : sql`${to}::timestamptz(3)`;
  tx.defer(sql`
    update prospect set last_activity_at = ${at}
    where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[]) and last_activity_at < ${at}`);
}

/** Reduces the events of deleted prospects to their ids. Events of a merged record keep that record's id. */
export function forgetProspects(tx: Tx, ids: string[]): void {
  tx.defer(sql`
    update event
    set data = jsonb_build_object('prospectId', coalesce(data -> 'prospectId', to_jsonb(prospect_id))), previous = null
    where workspace_id = ${tx.workspaceId} and prospect_id = any(${ids}::uuid[])`);
}

/** Moves the events of one prospect to the timeline of another. Their data keeps the first one's id. */
export function handOverEvents(tx: Tx, { from, to }: { from: string; to: string }): void {
  tx.defer(sql`
    update event set prospect_id = ${to}
    where workspace_id = ${tx.workspaceId} and prospect_id = ${from}`);
}
