import { record } from '../core/audit/record.ts';
import { emit, type NewEvent } from '../core/events/emit.ts';
import type { Kind, ListOrTag } from '../core/lists-and-tags/find-or-create.ts';
import {
  addNewMembers,
  changeCounts,
  removeMembersUpTo,
  selectFirstMembers,
} from '../core/lists-and-tags/memberships.sql.ts';
import type { ActorTransaction } from '../platform/caller.ts';
import { deleteEmptyListOrTag } from './lists-and-tags.sql.ts';

/** A list or tag to delete. `into` is set when it is merged. */
export interface Removal {
  kind: Kind;
  listOrTag: ListOrTag;
  into: ListOrTag | null;
}

export interface RemovedMembers {
  removed: number;
  /** Members that were not yet in `into`. */
  moved: number;
}

/**
 * Removes up to `limit` members. Both lists or tags must be locked. Each removal emits an event;
 * there is no event for the deletion itself.
 */
export async function removeMembersBatch(
  acting: ActorTransaction,
  { kind, listOrTag, into }: Removal,
  limit: number,
): Promise<RemovedMembers> {
  const { tx } = acting;
  const removed = await selectFirstMembers(tx, kind, listOrTag.id, limit);
  const last = removed.at(-1);
  if (last === undefined) return { removed: 0, moved: 0 };
  const added = into ? await addNewMembers(tx, kind, into.id, removed) : new Set<string>();
  removeMembersUpTo(tx, kind, listOrTag.id, last);
  emit(
    acting,
    removed.flatMap((id) => [
      memberRemovedEvent(kind, listOrTag, id),
      ...(into && added.has(id) ? [memberAddedEvent(kind, into, id)] : []),
    ]),
  );
  changeCounts(tx, [
    { kind, key: listOrTag.id, by: -removed.length },
    ...(into ? [{ kind, key: into.id, by: added.size }] : []),
  ]);
  return { removed: removed.length, moved: added.size };
}

/** Deletes the empty list or tag and writes the audit entry. */
export function deleteAndRecord(
  acting: ActorTransaction,
  { kind, listOrTag, into }: Removal,
  { removed, moved }: RemovedMembers,
): void {
  deleteEmptyListOrTag(acting.tx, kind, listOrTag.id);
  record(acting, {
    action: into ? `${kind}.merged` : `${kind}.deleted`,
    target: listOrTag.id,
    detail: into
      ? {
          name: listOrTag.name,
          intoId: into.id,
          intoName: into.name,
          moved,
          folded: removed - moved,
        }
      : { name: listOrTag.name, removed: removed },
  });
}

const memberRemovedEvent = (kind: Kind, listOrTag: ListOrTag, prospectId: string): NewEvent =>
  kind === 'list'
    ? { type: 'list.member_removed', prospectId, data: { prospectId, list: listOrTag } }
    : { type: 'prospect.untagged', prospectId, data: { prospectId, tag: listOrTag } };

const memberAddedEvent = (kind: Kind, listOrTag: ListOrTag, prospectId: string): NewEvent =>
  kind === 'list'
    ? { type: 'list.member_added', prospectId, data: { prospectId, list: listOrTag } }
    : { type: 'prospect.tagged', prospectId, data: { prospectId, tag: listOrTag } };
