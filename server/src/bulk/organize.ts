import type { BulkAction, Stage } from '@outcrop/contract';
import { type CountChange, changeCounts } from '../counts/change-counts.ts';
import { emit } from '../events/emit.ts';
import { type FoundOrMade, find, findOrMake, type Named } from '../names/find-or-make.ts';
import { handOnKeys } from '../people/duplicates.ts';
import type { LockedProspect } from '../people/sql.ts';
import type { Cause } from '../platform/cause.ts';
import type { Tx } from '../platform/db/index.ts';
import type { Suppression } from '../suppression/suppression.ts';
import { endWorkOn, forgetFindings } from '../usage/end-work.ts';
import { happeningsOf } from './happenings.ts';
import { affectedBy } from './rules.ts';
import * as store from './sql.ts';

/** The kind of board that an action is about, and whether an unknown name makes one. */
export const boardOf: Partial<Record<BulkAction, { kind: store.Board; makes: boolean }>> = {
  tag: { kind: 'tag', makes: true },
  untag: { kind: 'tag', makes: false },
  add_to_list: { kind: 'list', makes: true },
  remove_from_list: { kind: 'list', makes: false },
};

/** One thing to be done to people. */
export interface Order {
  action: BulkAction;
  /** The list or tag that it is about, if it is about one. */
  board: Named | null;
  stage?: Stage | undefined;
}

export interface Affected extends LockedProspect {
  /** Of the event that tells of the change. */
  eventId: string;
}

interface WantedBoard {
  action: BulkAction;
  tagId?: string | undefined;
  tagName?: string | undefined;
  listId?: string | undefined;
  listName?: string | undefined;
}

/** The list or tag that a request means, if its action is about one. */
export async function boardWanted(tx: Tx, wanted: WantedBoard): Promise<FoundOrMade | null> {
  const about = boardOf[wanted.action];
  if (!about) return null;
  const { tagId, tagName, listId, listName } = wanted;
  const named =
    about.kind === 'tag' ? { id: tagId, name: tagName } : { id: listId, name: listName };
  return about.makes ? findOrMake(tx, about.kind, named) : find(tx, about.kind, named);
}

/** Does it to those of these locked people who are not so already, and tells whom it has changed. */
export async function organize(
  tx: Tx,
  suppression: Suppression,
  cause: Cause,
  order: Order,
  locked: LockedProspect[],
): Promise<Affected[]> {
  const { action, stage } = order;
  const board = order.board && { id: order.board.id, name: order.board.name };
  const ids = locked.map(({ id }) => id);
  const members = board
    ? await store.selectMembers(tx, boardOf[action]!.kind, board.id, ids)
    : new Set<string>();
  const people = locked.map((person) => ({ ...person, isMember: members.has(person.id) }));
  const affected = affectedBy(action, people, stage);
  if (affected.length === 0) return [];
  const counts = await apply(tx, suppression, { action, board, stage }, affected);
  const eventIds = emit(tx, cause, happeningsOf({ action, affected, board, stage }));
  changeCounts(tx, counts);
  return affected.map((person, place) => ({ ...person, eventId: eventIds[place]! }));
}

/** Writes the change and tells by how much it moves each count. */
async function apply(
  tx: Tx,
  suppression: Suppression,
  { action, board, stage }: Order,
  affected: LockedProspect[],
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
      const [places] = await Promise.all([store.selectPlaces(tx, ids), endWorkOn(tx, ids)]);
      handOnKeys(tx, ids);
      store.deleteProspects(tx, ids);
      forgetFindings(tx, ids);
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
