import { type ResponseData, stageName, stages } from '@outcrop/contract';
import type { Call } from '../platform/http/call.ts';
import { type Board, selectBoards } from './sql.ts';

const collator = new Intl.Collator('en', { numeric: true });
const byName = (a: { name: string }, b: { name: string }) => collator.compare(a.name, b.name);

/** Everything prospects are organized by. The counts are kept, so none of them is counted here. */
export async function getBoards({ tx }: Call): Promise<ResponseData<'getBoards'>> {
  const boards = await selectBoards(tx);
  const named = (wanted: Board['kind']) =>
    boards
      .filter(({ kind }) => kind === wanted)
      .map(({ id, name, count }) => ({ id, name, count }))
      .sort(byName);
  const countOf = new Map(
    boards.filter(({ kind }) => kind === 'stage').map(({ id, count }) => [id, count]),
  );
  return {
    lists: named('list'),
    tags: named('tag'),
    stages: stages.map((stage, position) => ({
      id: stage,
      name: stageName[stage],
      position,
      count: countOf.get(stage) ?? 0,
    })),
  };
}
