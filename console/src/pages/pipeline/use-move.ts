import { notifications } from '@mantine/notifications';
import type { Prospect, Stage } from '@outcrop/contract';
import { stageName } from '@outcrop/contract/stages';
import { useWrite } from '../../api/endpoints.ts';
import { announce } from '../../components/live-region.tsx';
import { describeError } from '../../components/states.tsx';
import { prospectName } from '../../features/prospect/fields.ts';
import { notifyWithUndo } from '../../features/tasks/follow-task.tsx';
import type { PipelineFilters } from './search.ts';
import { useOptimisticBoard } from './use-optimistic-board.ts';

/** Moves a prospect to another stage with an optimistic update, which is reverted on failure. */
export function useMove(filters: PipelineFilters) {
  const board = useOptimisticBoard(filters);
  const { mutateAsync: write } = useWrite('postBulk');

  const change = async (prospect: Prospect, to: Stage) => {
    const finish = await board.startMove();
    board.apply(prospect, to);
    try {
      await write({ body: { action: 'stage', prospectIds: [prospect.id], stage: to } });
    } catch (error) {
      board.apply({ ...prospect, stage: to }, prospect.stage);
      throw error;
    } finally {
      finish();
    }
  };

  return async (prospect: Prospect, to: Stage): Promise<void> => {
    const from = prospect.stage;
    const name = prospectName(prospect);
    try {
      await change(prospect, to);
    } catch (error) {
      void board.refetchAll();
      notifications.show({
        title: `Could not move ${name} to ${stageName[to]}`,
        message: describeError(error).advice,
        color: 'danger',
        autoClose: false,
      });
      return;
    }
    void board.refetchCounts();
    const title = `${name} moved to ${stageName[to]}`;
    announce(title);
    notifyWithUndo({
      title,
      undo: async () => {
        try {
          await change({ ...prospect, stage: to }, from);
        } finally {
          void board.refetchAll();
        }
        announce(`${name} moved back to ${stageName[from]}`);
      },
    });
  };
}
