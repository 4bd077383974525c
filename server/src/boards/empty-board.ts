import { record } from '../audit/record.ts';
import { changeCounts } from '../counts/change-counts.ts';
import { emit } from '../events/emit.ts';
import type { Named } from '../names/find-or-make.ts';
import type { Cause } from '../platform/cause.ts';
import type { Tx } from '../platform/db/index.ts';
import { joined, left } from './happenings.ts';
import { addMembers, deleteBoard, type Kind, removeMembers, selectMembers } from './sql.ts';

/** A list or tag that is to end, and the one that takes its people over, if it is merged. */
export interface Ending {
  kind: Kind;
  board: Named;
  into: Named | null;
}

export interface Emptied {
  gone: number;
  /** Those of them who were not yet where they went. */
  moved: number;
}

/**
 * Takes at most so many people off a list or tag; all that are named are locked. There is no event
 * for its end: whoever keeps a copy of it learns of it person by person.
 */
export async function emptyBoard(
  tx: Tx,
  cause: Cause,
  { kind, board, into }: Ending,
  most: number,
): Promise<Emptied> {
  const gone = await selectMembers(tx, kind, board.id, most);
  const last = gone.at(-1);
  if (last === undefined) return { gone: 0, moved: 0 };
  const arrived = into ? await addMembers(tx, kind, into.id, gone) : new Set<string>();
  removeMembers(tx, kind, board.id, last);
  emit(
    tx,
    cause,
    gone.flatMap((id) => [
      left(kind, board, id),
      ...(into && arrived.has(id) ? [joined(kind, into, id)] : []),
    ]),
  );
  changeCounts(tx, [
    { kind, key: board.id, by: -gone.length },
    ...(into ? [{ kind, key: into.id, by: arrived.size }] : []),
  ]);
  return { gone: gone.length, moved: arrived.size };
}

/** Deletes it when nobody is left on it, and keeps who did it and what came of it. */
export function endBoard(
  tx: Tx,
  cause: Cause,
  { kind, board, into }: Ending,
  { gone, moved }: Emptied,
): void {
  deleteBoard(tx, kind, board.id);
  record(tx, cause, {
    action: into ? `${kind}.merged` : `${kind}.deleted`,
    target: board.id,
    detail: into
      ? { name: board.name, intoId: into.id, intoName: into.name, moved, folded: gone - moved }
      : { name: board.name, removed: gone },
  });
}
