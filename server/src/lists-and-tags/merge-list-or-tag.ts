import { type ManageResult, maxMembersPerRequest } from '@outcrop/contract';
import type { ListOrTagKind } from '../core/lists-and-tags/find-or-create-list-or-tag.ts';
import { lockUsage } from '../core/usage/quota.ts';
import { invalidField, notFound } from '../platform/error.ts';
import { isTooLargeForRequest, type ListOrTagCall } from './list-or-tag-call.ts';
import { lockListsOrTags, selectMemberCounts } from './lists-and-tags.sql.ts';
import { startRemovalTask } from './remove-list-or-tag.job.ts';
import { deleteAndRecord, removeMembersBatch } from './remove-members.ts';

/** Moves all members of a list or tag into another and deletes the first. */
const mergeListOrTag =
  (kind: ListOrTagKind) =>
  async (call: ListOrTagCall<'postListMerge'>): Promise<ManageResult<'postListMerge'>> => {
    const { tx } = call;
    const { intoId, dryRun } = call.body;
    const id = call.params[`${kind}Id`]!;
    // The usage-row lock makes concurrent deletions of prospects wait, so the counts stay correct.
    const [, listsOrTags, memberCounts] = await Promise.all([
      lockUsage(tx),
      lockListsOrTags(tx, kind, [id, intoId]),
      selectMemberCounts(tx, kind, [id, intoId]),
    ]);
    const board = listsOrTags.find((each) => each.id === id);
    const into = listsOrTags.find((each) => each.id === intoId);
    if (!board) throw notFound(kind, id);
    if (!into) throw notFound(kind, intoId);
    if (board === into) throw invalidField('intoId', `must be a different ${kind}`);

    const [memberCount, intoMemberCount] = [memberCounts.get(id)!, memberCounts.get(intoId)!];
    if (isTooLargeForRequest(memberCount)) {
      if (dryRun)
        throw invalidField(
          'dryRun',
          `is not supported for more than ${maxMembersPerRequest.toLocaleString('en')} prospects`,
        );
      const task = await startRemovalTask(call, { kind, id, intoId }, memberCount);
      return { board: { ...into, count: intoMemberCount }, moved: 0, folded: 0, task };
    }
    const removal = { kind, listOrTag: board, into };
    const removedMembers = await removeMembersBatch(call, removal, maxMembersPerRequest);
    deleteAndRecord(call, removal, removedMembers);
    const { removed, moved } = removedMembers;
    return { board: { ...into, count: intoMemberCount + moved }, moved, folded: removed - moved };
  };

export const postListMerge = mergeListOrTag('list');
export const postTagMerge = mergeListOrTag('tag');
