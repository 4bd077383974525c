import type { ManageData, Prospect, Stage } from '@outcrop/contract';
import type { PipelineFilters } from './search.ts';

export type ColumnPage = ManageData<'getProspects'>;
type Boards = ManageData<'getBoards'>;

/** What a column reads: the people of its stage, newest first. */
export const columnRequest = (filters: PipelineFilters, stage: Stage) => ({
  query: { ...filters, stage },
});

/** Everyone read so far. Who was moved here stands on top, and may come again further down. */
export function peopleOf(pages: ColumnPage[]): Prospect[] {
  const seen = new Set<string>();
  return pages
    .flatMap(({ prospects = [] }) => prospects)
    .filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** How many there are in a column that is filtered: "12", or "10,000+" where counting stops. */
export function totalOf([first]: ColumnPage[]): string {
  const total = (first?.total ?? 0).toLocaleString('en');
  return first?.totalIsCapped ? `${total}+` : total;
}

/** The pages of a column after someone has gone to another stage, or come to this one. */
export function pagesAfterMove(pages: ColumnPage[], person: Prospect, comes: boolean) {
  const was = peopleOf(pages).some(({ id }) => id === person.id);
  return pages.map((page, place) => {
    const others = (page.prospects ?? []).filter(({ id }) => id !== person.id);
    const isFirst = place === 0;
    return {
      ...page,
      prospects: comes && isFirst ? [person, ...others] : others,
      total: page.total === null ? null : page.total + Number(comes) - Number(was),
    };
  });
}

/** The counts of all stages after someone has gone from one to another. */
export const boardsAfterMove = (boards: Boards, from: Stage, to: Stage): Boards => ({
  ...boards,
  stages: boards.stages.map((stage) => ({
    ...stage,
    count: stage.count + Number(stage.id === to) - Number(stage.id === from),
  })),
});
