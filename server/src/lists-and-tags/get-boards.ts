import { type EndpointResult, stageName, stages } from '@outcrop/contract';
import type { Call } from '../core/sign-in/call.ts';
import { type BoardRow, selectBoards } from './lists-and-tags.sql.ts';

const collator = new Intl.Collator('en', { numeric: true });
const byName = (a: { name: string }, b: { name: string }) => collator.compare(a.name, b.name);

/** Lists, tags and stages with their stored counts. */
export async function getBoards({
  tx,
}: Pick<Call<'getBoards'>, 'tx'>): Promise<EndpointResult<'getBoards'>> {
  const boards = await selectBoards(tx);
  const boardsOf = (kind: BoardRow['kind']) =>
    boards
      .filter((board) => board.kind === kind)
      .map(({ id, name, count }) => ({ id, name, count }))
      .sort(byName);
  const countOf = new Map(
    boards.filter(({ kind }) => kind === 'stage').map(({ id, count }) => [id, count]),
  );
  return {
    lists: boardsOf('list'),
    tags: boardsOf('tag'),
    stages: stages.map((stage, position) => ({
      id: stage,
      name: stageName[stage],
      position,
      count: countOf.get(stage) ?? 0,
    })),
  };
}
