import type { ManageData, manageEndpoints } from '@outcrop/contract';
import { record } from '../audit/record.ts';
import { nameKey, selectByName } from '../names/find-or-make.ts';
import { causeOf } from '../platform/cause.ts';
import { invalid, noSuch } from '../platform/error.ts';
import { lockUsage } from '../usage/quota.ts';
import type { BoardCall } from './board-call.ts';
import { taken } from './rules.ts';
import { type Kind, lockBoards, renameBoard, selectSizes } from './sql.ts';

/** Gives a list or tag another name. Whoever takes the same name meanwhile makes this run again. */
export const patchBoard =
  (kind: Kind) =>
  async (call: BoardCall<typeof manageEndpoints.patchList>): Promise<ManageData<'patchList'>> => {
    const { tx } = call;
    const { name } = call.body;
    const id = call.params[`${kind}Id`]!;
    // Who imports people asks by name for a list and for its people: it must mean one list to both.
    const [, [board], [holder], sizes] = await Promise.all([
      lockUsage(tx),
      lockBoards(tx, kind, [id]),
      selectByName(tx, kind, name),
      selectSizes(tx, kind, [id]),
    ]);
    if (!board) throw noSuch(kind, id);
    if (holder && holder.id !== id) throw invalid('name', taken(kind, holder));
    if (name !== board.name) {
      renameBoard(tx, kind, id, name, nameKey(name));
      record(tx, causeOf(call), {
        action: `${kind}.renamed`,
        target: id,
        detail: { name, previousName: board.name },
      });
    }
    return { board: { id, name, count: sizes.get(id)! } };
  };
