import type { BulkAction, endpoints, ResponseData } from '@outcrop/contract';
import { type CountChange, changeCounts } from '../counts/change-counts.ts';
import { causeOf, emit } from '../events/emit.ts';
import { find, findOrMake } from '../names/find-or-make.ts';
import { missingAmong } from '../people/missing.ts';
import { type LockedProspect, lockProspects } from '../people/sql.ts';
import type { Tx } from '../platform/db/index.ts';
import type { Call } from '../platform/http/call.ts';
import type { Suppression } from '../suppression/suppression.ts';
import { lockUsage } from '../usage/quota.ts';
import { happeningsOf } from './happenings.ts';
import { affectedBy } from './rules.ts';
import * as store from './sql.ts';

type PostBulk = Call<typeof endpoints.postBulk>;

/** The kind of board that an action is about, and whether an unknown name makes one. */
const boardOf: Partial<Record<BulkAction, { kind: store.Board; makes: boolean }>> = {
  tag: { kind: 'tag', makes: true },
  untag: { kind: 'tag', makes: false },
  add_to_list: { kind: 'list', makes: true },
  remove_from_list: { kind: 'list', makes: false },
};

/** Does one thing to many prospects, all of it or none. Those who already are so stay untouched. */
export const postBulk =
  (suppression: Suppression) =>
  async (call: PostBulk): Promise<ResponseData<'postBulk'>> => {
    const { body, tx } = call;
    const { action, prospectIds: ids } = body;
    const about = boardOf[action];

    // Who deletes people holds the workspace's usage row, as everyone who makes them does.
    const [, locked, board] = await Promise.all([
      action === 'delete' ? lockUsage(tx) : null,
      lockProspects(tx, ids),
      about ? boardWanted(call, about) : null,
    ]);
    const missing = missingAmong(ids, locked, body.ignoreMissing ?? false);
    const members =
      about && board ? await store.selectMembers(tx, about.kind, board.id, ids) : new Set();
    const people = locked.map((person) => ({ ...person, isMember: members.has(person.id) }));
    const affected = affectedBy(action, people, body.stage);
    if (affected.length > 0) {
      const counts = await apply(call, suppression, affected, board);
      const named = board && { id: board.id, name: board.name };
      emit(tx, causeOf(call), happeningsOf({ action, affected, board: named, stage: body.stage }));
      changeCounts(tx, counts);
    }
    return {
      action,
      requested: ids.length,
      affected: affected.length,
      unchanged: locked.length - affected.length,
      notFound: missing,
      ...(about &&
        board && {
          [about.kind]: { id: body.dryRun && board.isNew ? null : board.id, name: board.name },
        }),
    };
  };

const boardWanted = (
  { tx, body }: PostBulk,
  { kind, makes }: { kind: store.Board; makes: boolean },
) => {
  const wanted =
    kind === 'tag'
      ? { id: body.tagId, name: body.tagName }
      : { id: body.listId, name: body.listName };
  return makes ? findOrMake(tx, kind, wanted) : find(tx, kind, wanted);
};

/** Writes the change and tells by how much it moves each count. */
async function apply(
  { body: { action, stage }, tx }: PostBulk,
  suppression: Suppression,
  affected: LockedProspect[],
  board: { id: string } | null,
): Promise<CountChange[]> {
  const ids = affected.map(({ id }) => id);
  switch (action) {
    case 'tag':
    case 'add_to_list':
      return addTo(tx, boardOf[action]!.kind, board!.id, ids);
    case 'untag':
    case 'remove_from_list': {
      const { kind } = boardOf[action]!;
      store.removeMembers(tx, kind, board!.id, ids);
      return [{ kind, key: board!.id, by: -ids.length }];
    }
    case 'stage':
      store.moveToStage(tx, stage!, ids);
      return [...leaving(affected), { kind: 'stage', key: stage!, by: ids.length }];
    case 'suppress':
      store.setDoNotContact(tx, true, ids);
      suppression.remember(tx, affected);
      return [];
    case 'unsuppress':
      store.setDoNotContact(tx, false, ids);
      suppression.forget(tx, affected);
      return [];
    case 'delete': {
      const places = await store.selectPlaces(tx, ids);
      store.deleteProspects(tx, ids);
      return [
        ...leaving(affected),
        ...places.map(({ kind, key, count }) => ({ kind, key, by: -count })),
      ];
    }
  }
}

function addTo(tx: Tx, kind: store.Board, boardId: string, ids: string[]): CountChange[] {
  store.addMembers(tx, kind, boardId, ids);
  return [{ kind, key: boardId, by: ids.length }];
}

/** The stages that these prospects leave. */
const leaving = (affected: LockedProspect[]): CountChange[] =>
  Map.groupBy(affected, ({ stage }) => stage)
    .entries()
    .map(([key, people]): CountChange => ({ kind: 'stage', key, by: -people.length }))
    .toArray();
