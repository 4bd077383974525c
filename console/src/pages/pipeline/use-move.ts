import { notifications } from '@mantine/notifications';
import type { Prospect, Stage } from '@outcrop/contract';
import { stageName } from '@outcrop/contract/stages';
import { useWrite } from '../../api/endpoints.ts';
import { announce } from '../../components/live-region.tsx';
import { describeError } from '../../components/states.tsx';
import { prospectCount } from '../../features/prospect/counts.ts';
import { prospectName } from '../../features/prospect/fields.ts';
import { notifyWithUndo } from '../../features/tasks/notify-with-undo.tsx';
import type { PipelineFilters } from './search.ts';
import { useOptimisticBoard } from './use-optimistic-board.ts';

/** Moves prospects to another stage with an optimistic update, which is reverted on failure. */
export function useMove(filters: PipelineFilters) {
  const board = useOptimisticBoard(filters);
  const { mutateAsync: write } = useWrite('postBulk');

  const change = async (prospects: Prospect[], to: Stage) => {
    const finish = await board.startMove();
    board.apply(prospects, to);
    try {
      const prospectIds = prospects.map(({ id }) => id);
      await write({ body: { action: 'stage', prospectIds, stage: to } });
    } catch (error) {
      const moved = prospects.map((prospect) => ({ ...prospect, stage: to }));
      for (const [from, group] of byStage(prospects))
        board.apply(
          moved.filter(({ id }) => group.some((prospect) => prospect.id === id)),
          from,
        );
      throw error;
    } finally {
      finish();
    }
  };

  return async (selected: Prospect[], to: Stage): Promise<void> => {
    const prospects = selected.filter(({ stage }) => stage !== to);
    const [first] = prospects;
    if (!first) return;
    const who =
      prospects.length === 1 ? prospectName(first) : prospectCount({ count: prospects.length });
    try {
      await change(prospects, to);
    } catch (error) {
      void board.refetchAll();
      notifications.show({
        title: `Could not move ${who} to ${stageName[to]}`,
        message: describeError(error).advice,
        color: 'danger',
        autoClose: false,
      });
      return;
    }
    void board.refetchCounts();
    const title = `${who} moved to ${stageName[to]}`;
    announce(title);
    notifyWithUndo({
      title,
      changed: prospects.map(({ id }) => `stage ${id}`),
      undo: async () => {
        const origins = byStage(prospects);
        try {
          for (const [from, group] of origins)
            await change(
              group.map((prospect) => ({ ...prospect, stage: to })),
              from,
            );
        } finally {
          void board.refetchAll();
        }
        const from = origins.size === 1 ? stageName[first.stage] : 'their stages';
        announce(`${who} moved back to ${from}`);
      },
    });
  };
}

const byStage = (prospects: Prospect[]): Map<Stage, Prospect[]> =>
  Map.groupBy(prospects, ({ stage }) => stage);
