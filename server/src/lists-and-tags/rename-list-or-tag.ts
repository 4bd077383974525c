import type { ManageResult } from '@outcrop/contract';
import { recordAudit } from '../core/audit/record-audit.ts';
import {
  type ListOrTagKind,
  listOrTagNameKey,
  selectListOrTagByName,
} from '../core/lists-and-tags/find-or-create-list-or-tag.ts';
import { lockUsage } from '../core/usage/quota.ts';
import { invalidField, notFound } from '../platform/error.ts';
import { type ListOrTagCall, nameTakenMessage } from './list-or-tag-call.ts';
import { lockListsOrTags, selectMemberCounts, updateListOrTagName } from './lists-and-tags.sql.ts';

/** Renames a list or tag. A concurrent use of the same name makes the transaction retry. */
const renameListOrTag =
  (kind: ListOrTagKind) =>
  async (call: ListOrTagCall<'patchList'>): Promise<ManageResult<'patchList'>> => {
    const { tx } = call;
    const { name } = call.body;
    const id = call.params[`${kind}Id`]!;
    // Adding leads reads a list and its members by name under the usage-row lock. Both reads must find
    // the same list.
    const [, [current], [sameName], memberCounts] = await Promise.all([
      lockUsage(tx),
      lockListsOrTags(tx, kind, [id]),
      selectListOrTagByName(tx, kind, name),
      selectMemberCounts(tx, kind, [id]),
    ]);
    if (!current) throw notFound(kind, id);
    if (sameName && sameName.id !== id)
      throw invalidField('name', nameTakenMessage(kind, sameName));
    if (name !== current.name) {
      updateListOrTagName(tx, kind, id, name, listOrTagNameKey(name));
      recordAudit(call, {
        action: `${kind}.renamed`,
        target: id,
        detail: { name, previousName: current.name },
      });
    }
    return { board: { id, name, count: memberCounts.get(id)! } };
  };

export const patchList = renameListOrTag('list');
export const patchTag = renameListOrTag('tag');
