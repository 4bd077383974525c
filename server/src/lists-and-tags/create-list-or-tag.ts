import type { ManageData, manageEndpoints } from '@outcrop/contract';
import { record } from '../core/audit/record.ts';
import { findOrCreate } from '../core/lists-and-tags/find-or-create.ts';
import { actorOf } from '../platform/actor.ts';
import { invalid } from '../platform/error.ts';
import type { Call } from '../platform/http/call.ts';
import type { Kind } from './lists-and-tags.sql.ts';
import { nameTakenMessage } from './rules.ts';

/** Creates an empty list or tag. */
export const createListOrTag =
  (kind: Kind) =>
  async (
    call: Omit<Call<typeof manageEndpoints.postLists>, 'params'>,
  ): Promise<ManageData<'postLists'>> => {
    const { isNew, ...board } = await findOrCreate(call.tx, kind, call.body, 'name');
    if (!isNew) throw invalid('name', nameTakenMessage(kind, board));
    record(call.tx, actorOf(call), {
      action: `${kind}.created`,
      target: board.id,
      detail: { name: board.name },
    });
    return { board: { ...board, id: call.body.dryRun ? null : board.id, count: 0 } };
  };
