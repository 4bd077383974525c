import type { EventKind } from '@outcrop/contract';
import type { ActorTransaction } from '../../platform/caller.ts';
import { type Sql, sql, type Tx } from '../../platform/db/index.ts';

/** The part of an event that decides whether it is activity of a prospect. */
interface ActivityEvent {
  type: EventKind;
  prospectId: string | null;
  data: object;
}

/** Messages are activity even if the system sends them. A new prospect has the time of its creation. */
const messageKinds: ReadonlySet<EventKind> = new Set(['message.sent', 'reply.received']);
const isActivity = ({ type, prospectId }: ActivityEvent, isByPerson: boolean): boolean =>
  prospectId !== null && type !== 'prospect.created' && (isByPerson || messageKinds.has(type));

const isByPerson = ({ actor }: Pick<ActorTransaction, 'actor'>): boolean =>
  actor.actor.kind !== 'system';

/** The new `last_activity_at` of a prospect `p`, for a statement that writes the prospect anyway. */
export const activeAt = (acting: ActorTransaction): Sql =>
  isByPerson(acting) ? sql`greatest(p.last_activity_at, now())` : sql`p.last_activity_at`;

/**
 * Keeps the time of the newest event by a person, or of the newest message. A call that is logged
 * later counts at the time of the call.
 */
export function recordActivity(acting: ActorTransaction, events: ActivityEvent[]): void {
  const byPerson = isByPerson(acting);
  const active = events.filter((event) => isActivity(event, byPerson));
  const [logged, others] = [
    active.filter(isLoggedNote),
    active.filter((event) => !isLoggedNote(event)),
  ];
  for (const { prospectId, data } of logged)
    moveActivity(acting.tx, [prospectId!], new Date(data.occurredAt));
  const ids = new Set(others.map(({ prospectId }) => prospectId!));
  if (ids.size > 0) moveActivity(acting.tx, [...ids], null);
}

const isLoggedNote = (
  event: ActivityEvent,
): event is ActivityEvent & { data: { occurredAt: string } } => event.type === 'note.added';

/**
 * Moves the last activity forward to a time, or to the time of the transaction. Does not write a
 * prospect again that already has this time.
 */
export function moveActivity(tx: Tx, ids: string[], to: Date | null): void {
  const at = to === null ? sql`now()` : sql`${to}::timestamptz(3)`;
  tx.defer(sql`
    update prospect set last_activity_at = ${at}
    where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[]) and last_activity_at < ${at}`);
}

/** Reduces the events of deleted prospects to an id. Events of a merged prospect keep its id. */
export function forgetProspects(tx: Tx, ids: string[]): void {
  tx.defer(sql`
    update event
    set data = jsonb_build_object('prospectId', coalesce(data -> 'prospectId', to_jsonb(prospect_id))), previous = null
    where workspace_id = ${tx.workspaceId} and prospect_id = any(${ids}::uuid[])`);
}

/** Moves the events of one prospect to the timeline of another. Their data keeps the old id. */
export function handOverEvents(tx: Tx, { from, to }: { from: string; to: string }): void {
  tx.defer(sql`
    update event set prospect_id = ${to}
    where workspace_id = ${tx.workspaceId} and prospect_id = ${from}`);
}
