import type { ManageData, Prospect, Stage } from '@outcrop/contract';
import { formatCount } from '../../features/prospect/counts.ts';
import type { PipelineFilters } from './search.ts';

export type ColumnPage = ManageData<'getProspects'>;
type Boards = ManageData<'getBoards'>;

export const columnRequest = (filters: PipelineFilters, stage: Stage) => ({
  query: { ...filters, stage },
});

/** The loaded prospects. One that was just moved here is at the top and may appear again later. */
export function prospectsOf(pages: ColumnPage[]): Prospect[] {
  const seen = new Set<string>();
  return pages
    .flatMap(({ prospects = [] }) => prospects)
    .filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** The count of a filtered column: "12" or "1,000+". */
export const totalOf = ([first]: ColumnPage[]): string =>
  formatCount({ count: first?.total ?? 0, isCapped: first?.totalIsCapped ?? false });

/** The pages of a column after a prospect has moved to it (`isTarget`) or away from it. */
export function pagesAfterMove(pages: ColumnPage[], prospect: Prospect, isTarget: boolean) {
  const wasHere = prospectsOf(pages).some(({ id }) => id === prospect.id);
  return pages.map((page, index) => {
    const others = (page.prospects ?? []).filter(({ id }) => id !== prospect.id);
    const isFirst = index === 0;
    return {
      ...page,
      prospects: isTarget && isFirst ? [prospect, ...others] : others,
      total:
        page.total === null || page.totalIsCapped
          ? page.total
          : page.total + Number(isTarget) - Number(wasHere),
    };
  });
}

/** The stage counts after a prospect has moved. */
export const boardsAfterMove = (boards: Boards, from: Stage, to: Stage): Boards => ({
  ...boards,
  stages: boards.stages.map((stage) => ({
    ...stage,
    count: stage.count + Number(stage.id === to) - Number(stage.id === from),
  })),
});
