import type { ManageResult } from '@outcrop/contract';
import { record } from '../core/audit/record.ts';
import { type Kind, nameKey, selectByName } from '../core/lists-and-tags/find-or-create.ts';
import { lockUsage } from '../core/usage/quota.ts';
import { invalidField, notFound } from '../platform/error.ts';
import { type ListOrTagCall, nameTakenMessage } from './list-or-tag-call.ts';
import { lockListsOrTags, selectMemberCounts, updateName } from './lists-and-tags.sql.ts';

/** Renames a list or tag. A concurrent use of the same name makes the transaction retry. */
const renameListOrTag =
  (kind: Kind) =>
  async (call: ListOrTagCall<'patchList'>): Promise<ManageResult<'patchList'>> => {
    const { tx } = call;
    const { name } = call.body;
    const id = call.params[`${kind}Id`]!;
    // Adding leads looks up a list and its members by name, under the usage-row lock; both must see the same list.
    const [, [current], [sameName], memberCounts] = await Promise.all([
      lockUsage(tx),
      lockListsOrTags(tx, kind, [id]),
      selectByName(tx, kind, name),
      selectMemberCounts(tx, kind, [id]),
    ]);
    if (!current) throw notFound(kind, id);
    if (sameName && sameName.id !== id)
      throw invalidField('name', nameTakenMessage(kind, sameName));
    if (name !== current.name) {
      updateName(tx, kind, id, name, nameKey(name));
      record(call, {
        action: `${kind}.renamed`,
        target: id,
        detail: { name, previousName: current.name },
      });
    }
    return { board: { id, name, count: memberCounts.get(id)! } };
  };

export const patchList = renameListOrTag('list');
export const patchTag = renameListOrTag('tag');
