import type { EventKind } from '@outcrop/contract';
import { type Sql, sql, type Tx } from '../../platform/db/index.ts';
import type { Acting } from '../../platform/scope.ts';

/** The part of an event that says whose activity it is. */
interface Active {
  type: EventKind;
  prospectId: string | null;
}

/** Messages are activity even if the system sends them. A new prospect has the time of its creation. */
const messages: ReadonlySet<EventKind> = new Set(['message.sent', 'reply.received']);
const isActivity = ({ type, prospectId }: Active, isByPerson: boolean): boolean =>
  prospectId !== null && type !== 'prospect.created' && (isByPerson || messages.has(type));

const isByPerson = ({ actor }: Pick<Acting, 'actor'>): boolean => actor.actor.kind !== 'system';

/** `last_activity_at` of a prospect `p` that is written anyway. */
export const activeAt = (acting: Acting): Sql =>
  isByPerson(acting) ? sql`greatest(p.last_activity_at, now())` : sql`p.last_activity_at`;

/** Keeps the time of the newest event by a person, or of the newest message. */
export function recordActivity(acting: Acting, events: Active[]): void {
  const byPerson = isByPerson(acting);
  const ids = new Set(
    events.flatMap((event) => (isActivity(event, byPerson) ? [event.prospectId] : [])),
  );
  if (ids.size > 0) touch(acting.tx, [...ids]);
}

// A prospect that the transaction has written has this time already, and is not written again.
const touch = (tx: Tx, ids: (string | null)[]): void =>
  tx.defer(sql`
    update prospect set last_activity_at = now()
    where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[]) and last_activity_at < now()`);
