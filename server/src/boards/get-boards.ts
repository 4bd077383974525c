import { type ResponseData, type Stage, stageName, stages } from '@outcrop/contract';
import type { Call } from '../platform/http/call.ts';
import { selectBoards, selectStageCounts } from './sql.ts';

const collator = new Intl.Collator('en', { numeric: true });
const byName = (a: { name: string }, b: { name: string }) => collator.compare(a.name, b.name);

/** Everything prospects are organized by. The counts are kept, so none of them is counted here. */
export async function getBoards({ tx }: Call): Promise<ResponseData<'getBoards'>> {
  const [lists, tags, counts] = await Promise.all([
    selectBoards(tx, 'list'),
    selectBoards(tx, 'tag'),
    selectStageCounts(tx),
  ]);
  const countOf = new Map(counts.map(({ key, count }) => [key as Stage, count]));
  return {
    lists: lists.toSorted(byName),
    tags: tags.toSorted(byName),
    stages: stages.map((stage, position) => ({
      id: stage,
      name: stageName[stage],
      position,
      count: countOf.get(stage) ?? 0,
    })),
  };
}
