import type { ManageResult } from '@outcrop/contract';
import { recordAudit } from '../core/audit/record-audit.ts';
import {
  findOrCreateListOrTag,
  type ListOrTagKind,
} from '../core/lists-and-tags/find-or-create-list-or-tag.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { invalidField } from '../platform/error.ts';
import { nameTakenMessage } from './list-or-tag-call.ts';

/** Creates an empty list or tag. */
const createListOrTag =
  (kind: ListOrTagKind) =>
  async (call: Omit<ManageCall<'postLists'>, 'params'>): Promise<ManageResult<'postLists'>> => {
    const { isNew, ...board } = await findOrCreateListOrTag(call.tx, kind, call.body, 'name');
    if (!isNew) throw invalidField('name', nameTakenMessage(kind, board));
    recordAudit(call, {
      action: `${kind}.created`,
      target: board.id,
      detail: { name: board.name },
    });
    return { board: { ...board, id: call.body.dryRun ? null : board.id, count: 0 } };
  };

export const postLists = createListOrTag('list');
export const postTags = createListOrTag('tag');
