import { type ManageData, type manageEndpoints, mostMembersAtOnce } from '@outcrop/contract';
import { causeOf } from '../platform/cause.ts';
import { invalid, noSuch } from '../platform/error.ts';
import { lockUsage } from '../usage/quota.ts';
import type { BoardCall } from './board-call.ts';
import { emptyBoard, endBoard } from './empty-board.ts';
import { endLater } from './end-board.job.ts';
import { takesLong } from './rules.ts';
import { type Kind, lockBoards, selectSizes } from './sql.ts';

/** Puts everyone of one list or tag into another, and deletes the first. */
export const postBoardMerge =
  (kind: Kind) =>
  async (
    call: BoardCall<typeof manageEndpoints.postListMerge>,
  ): Promise<ManageData<'postListMerge'>> => {
    const { tx } = call;
    const { intoId, dryRun } = call.body;
    const id = call.params[`${kind}Id`]!;
    // Who deletes people takes them off the counts of their lists, and must not count on this one.
    const [, found, sizes] = await Promise.all([
      lockUsage(tx),
      lockBoards(tx, kind, [id, intoId]),
      selectSizes(tx, kind, [id, intoId]),
    ]);
    const board = found.find((each) => each.id === id);
    const into = found.find((each) => each.id === intoId);
    if (!board) throw noSuch(kind, id);
    if (!into) throw noSuch(kind, intoId);
    if (board === into) throw invalid('intoId', `is the ${kind} itself; name another one`);

    const cause = causeOf(call);
    const [size, sizeOfInto] = [sizes.get(id)!, sizes.get(intoId)!];
    if (takesLong(size)) {
      if (dryRun)
        throw invalid(
          'dryRun',
          `is not possible with more than ${mostMembersAtOnce.toLocaleString('en')} people`,
        );
      const task = await endLater(tx, cause, { kind, id, intoId }, size);
      return { board: { ...into, count: sizeOfInto }, moved: 0, folded: 0, task };
    }
    const ending = { kind, board, into };
    const emptied = await emptyBoard(tx, cause, ending, mostMembersAtOnce);
    endBoard(tx, cause, ending, emptied);
    const { gone, moved } = emptied;
    return { board: { ...into, count: sizeOfInto + moved }, moved, folded: gone - moved };
  };
