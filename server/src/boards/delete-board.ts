import { type ManageData, type manageEndpoints, mostMembersAtOnce } from '@outcrop/contract';
import { causeOf } from '../platform/cause.ts';
import { noSuch } from '../platform/error.ts';
import { lockUsage } from '../usage/quota.ts';
import type { BoardCall } from './board-call.ts';
import { emptyBoard, endBoard } from './empty-board.ts';
import { endLater } from './end-board.job.ts';
import { takesLong } from './rules.ts';
import { type Kind, lockBoards, selectSizes } from './sql.ts';

/** Takes everyone off a list or tag and deletes it. The people stay. */
export const deleteBoard =
  (kind: Kind) =>
  async (call: BoardCall<typeof manageEndpoints.deleteList>): Promise<ManageData<'deleteList'>> => {
    const { tx } = call;
    const id = call.params[`${kind}Id`]!;
    // Who deletes people takes them off the counts of their lists, and must not count on this one.
    const [, [board], sizes] = await Promise.all([
      lockUsage(tx),
      lockBoards(tx, kind, [id]),
      selectSizes(tx, kind, [id]),
    ]);
    if (!board) throw noSuch(kind, id);

    const cause = causeOf(call);
    const size = sizes.get(id)!;
    if (takesLong(size)) {
      const task = await endLater(tx, cause, { kind, id, intoId: null }, size);
      return { board, removed: 0, task };
    }
    const ending = { kind, board, into: null };
    const emptied = await emptyBoard(tx, cause, ending, mostMembersAtOnce);
    endBoard(tx, cause, ending, emptied);
    return { board, removed: emptied.gone };
  };
