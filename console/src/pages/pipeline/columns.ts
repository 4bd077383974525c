import type { ManageData, Prospect, Stage } from '@outcrop/contract';
import { formatCount } from '../../features/prospect/counts.ts';

export type Column = ManageData<'getPipeline'>['columns'][number];
type Boards = ManageData<'getBoards'>;

/** The count of a filtered column: "12" or "1,000+". */
export const totalOf = ({ total, totalIsCapped }: Column): string =>
  formatCount({ count: total, isCapped: totalIsCapped });

/** The column with its next page. A prospect that was just moved here may appear again. */
export function withMore(
  column: Column,
  { prospects = [], nextCursor }: Pick<ManageData<'getProspects'>, 'prospects' | 'nextCursor'>,
): Column {
  const shown = new Set(column.prospects.map(({ id }) => id));
  const added = prospects.filter(({ id }) => !shown.has(id));
  return { ...column, prospects: [...column.prospects, ...added], nextCursor };
}

/** The columns after each prospect has moved to its `stage`, where it is at the top. */
export function columnsAfterMove(columns: Column[], moved: Prospect[]): Column[] {
  const ids = new Set(moved.map(({ id }) => id));
  return columns.map((column) => {
    const arrived = moved.filter(({ stage }) => stage === column.stage);
    const others = column.prospects.filter(({ id }) => !ids.has(id));
    const wasHere = column.prospects.length - others.length;
    return {
      ...column,
      prospects: [...arrived, ...others],
      total: column.totalIsCapped ? column.total : column.total + arrived.length - wasHere,
    };
  });
}

/** The stage counts after prospects have moved to a stage. */
export const boardsAfterMove = (boards: Boards, moved: Prospect[], to: Stage): Boards => ({
  ...boards,
  stages: boards.stages.map((stage) => ({
    ...stage,
    count:
      stage.count +
      moved.filter(({ stage: from }) => from !== to && to === stage.id).length -
      moved.filter(({ stage: from }) => from !== to && from === stage.id).length,
  })),
});

const dayMs = 24 * 60 * 60 * 1_000;

/** Full days in the current stage; null if unknown. */
export function daysInStage(
  { stage, stageChangedAt, createdAt }: Pick<Prospect, 'stage' | 'stageChangedAt' | 'createdAt'>,
  now: number,
): number | null {
  const since = stageChangedAt ?? (stage === 'new' ? createdAt : null);
  return since === null ? null : Math.max(0, Math.floor((now - Date.parse(since)) / dayMs));
}
