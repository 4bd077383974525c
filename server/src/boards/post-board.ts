import type { ManageData, manageEndpoints } from '@outcrop/contract';
import { record } from '../audit/record.ts';
import { findOrMake } from '../names/find-or-make.ts';
import { causeOf } from '../platform/cause.ts';
import { invalid } from '../platform/error.ts';
import type { Call } from '../platform/http/call.ts';
import { taken } from './rules.ts';
import type { Kind } from './sql.ts';

/** Makes an empty list or tag. */
export const postBoard =
  (kind: Kind) =>
  async (
    call: Omit<Call<typeof manageEndpoints.postLists>, 'params'>,
  ): Promise<ManageData<'postLists'>> => {
    const { isNew, ...board } = await findOrMake(call.tx, kind, call.body, 'name');
    if (!isNew) throw invalid('name', taken(kind, board));
    record(call.tx, causeOf(call), {
      action: `${kind}.created`,
      target: board.id,
      detail: { name: board.name },
    });
    return { board: { ...board, id: call.body.dryRun ? null : board.id, count: 0 } };
  };
