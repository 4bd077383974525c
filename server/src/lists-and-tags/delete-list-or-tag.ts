import { type ManageResult, maxMembersPerRequest } from '@outcrop/contract';
import type { ListOrTagKind } from '../core/lists-and-tags/find-or-create-list-or-tag.ts';
import { lockUsage } from '../core/usage/quota.ts';
import { notFound } from '../platform/error.ts';
import { isTooLargeForRequest, type ListOrTagCall } from './list-or-tag-call.ts';
import { lockListsOrTags, selectMemberCounts } from './lists-and-tags.sql.ts';
import { startRemovalTask } from './remove-list-or-tag.job.ts';
import { deleteAndRecord, removeMembersBatch } from './remove-members.ts';

/** Deletes a list or tag. Its prospects are kept. */
const deleteListOrTag =
  (kind: ListOrTagKind) =>
  async (call: ListOrTagCall<'deleteList'>): Promise<ManageResult<'deleteList'>> => {
    const { tx } = call;
    const id = call.params[`${kind}Id`]!;
    // The usage-row lock makes concurrent deletions of prospects wait, so the counts stay correct.
    const [, [board], memberCounts] = await Promise.all([
      lockUsage(tx),
      lockListsOrTags(tx, kind, [id]),
      selectMemberCounts(tx, kind, [id]),
    ]);
    if (!board) throw notFound(kind, id);

    const memberCount = memberCounts.get(id)!;
    if (isTooLargeForRequest(memberCount)) {
      const task = await startRemovalTask(call, { kind, id, intoId: null }, memberCount);
      return { board, removed: 0, task };
    }
    const removal = { kind, listOrTag: board, into: null };
    const removedMembers = await removeMembersBatch(call, removal, maxMembersPerRequest);
    deleteAndRecord(call, removal, removedMembers);
    return { board, removed: removedMembers.removed };
  };

export const deleteList = deleteListOrTag('list');
export const deleteTag = deleteListOrTag('tag');
