import { recordAudit } from '../core/audit/record-audit.ts';
import { emitEvents, type NewEvent } from '../core/events/emit-events.ts';
import type {
  ListOrTag,
  ListOrTagKind,
} from '../core/lists-and-tags/find-or-create-list-or-tag.ts';
import {
  addNewMembers,
  changeCounts,
  removeMembersUpTo,
  selectFirstMembers,
} from '../core/lists-and-tags/memberships.sql.ts';
import type { ActorTransaction } from '../platform/caller.ts';
import { deleteEmptyListOrTag } from './lists-and-tags.sql.ts';

/** A list or tag to delete. `into` is set when it is merged. */
export interface ListOrTagRemoval {
  kind: ListOrTagKind;
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
  { kind, listOrTag, into }: ListOrTagRemoval,
  limit: number,
): Promise<RemovedMembers> {
  const { tx } = acting;
  const removedIds = await selectFirstMembers(tx, kind, listOrTag.id, limit);
  const last = removedIds.at(-1);
  if (last === undefined) return { removed: 0, moved: 0 };
  const addedIds = into ? await addNewMembers(tx, kind, into.id, removedIds) : new Set<string>();
  removeMembersUpTo(tx, kind, listOrTag.id, last);
  emitEvents(
    acting,
    removedIds.flatMap((id) => [
      memberRemovedEvent(kind, listOrTag, id),
      ...(into && addedIds.has(id) ? [memberAddedEvent(kind, into, id)] : []),
    ]),
  );
  changeCounts(tx, [
    { kind, key: listOrTag.id, by: -removedIds.length },
    ...(into ? [{ kind, key: into.id, by: addedIds.size }] : []),
  ]);
  return { removed: removedIds.length, moved: addedIds.size };
}

/** Deletes the empty list or tag and writes the audit entry. */
export function deleteAndRecord(
  acting: ActorTransaction,
  { kind, listOrTag, into }: ListOrTagRemoval,
  { removed, moved }: RemovedMembers,
): void {
  deleteEmptyListOrTag(acting.tx, kind, listOrTag.id);
  recordAudit(acting, {
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

const memberRemovedEvent = (
  kind: ListOrTagKind,
  listOrTag: ListOrTag,
  prospectId: string,
): NewEvent =>
  kind === 'list'
    ? { type: 'list.member_removed', prospectId, data: { prospectId, list: listOrTag } }
    : { type: 'prospect.untagged', prospectId, data: { prospectId, tag: listOrTag } };

const memberAddedEvent = (
  kind: ListOrTagKind,
  listOrTag: ListOrTag,
  prospectId: string,
): NewEvent =>
  kind === 'list'
    ? { type: 'list.member_added', prospectId, data: { prospectId, list: listOrTag } }
    : { type: 'prospect.tagged', prospectId, data: { prospectId, tag: listOrTag } };
