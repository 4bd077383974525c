import { notifications } from '@mantine/notifications';
import type { Prospect, Stage } from '@outcrop/contract';
import { useWrite } from '../../api/endpoints.ts';
import { announce } from '../../components/live-region.tsx';
import { stageNames } from '../../components/stages.ts';
import { describeError } from '../../components/states.tsx';
import { personName } from '../../features/prospect/fields.ts';
import { notifyWithUndo } from '../../features/tasks/follow-task.tsx';
import type { PipelineFilters } from './search.ts';
import { useOptimisticBoard } from './use-optimistic-board.ts';

/** Moves a prospect to another stage with an optimistic update, which is reverted on failure. */
export function useMove(filters: PipelineFilters) {
  const board = useOptimisticBoard(filters);
  const { mutateAsync: write } = useWrite('postBulk');

  const change = async (person: Prospect, to: Stage) => {
    const finish = await board.startMove();
    board.apply(person, to);
    try {
      await write({ body: { action: 'stage', prospectIds: [person.id], stage: to } });
    } catch (error) {
      board.apply({ ...person, stage: to }, person.stage);
      throw error;
    } finally {
      finish();
    }
  };

  return async (person: Prospect, to: Stage): Promise<void> => {
    const from = person.stage;
    const name = personName(person);
    try {
      await change(person, to);
    } catch (error) {
      void board.refetchAll();
      notifications.show({
        title: `Could not move ${name} to ${stageNames[to]}`,
        message: describeError(error).advice,
        color: 'danger',
        autoClose: false,
      });
      return;
    }
    void board.refetchCounts();
    const title = `${name} moved to ${stageNames[to]}`;
    announce(title);
    notifyWithUndo({
      title,
      undo: async () => {
        try {
          await change({ ...person, stage: to }, from);
        } finally {
          void board.refetchAll();
        }
        announce(`${name} moved back to ${stageNames[from]}`);
      },
    });
  };
}
