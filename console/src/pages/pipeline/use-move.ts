import { notifications } from '@mantine/notifications';
import type { Prospect, Stage } from '@outcrop/contract';
import { useWrite } from '../../api/lines.ts';
import { tellDone } from '../../parts/follow-task.tsx';
import { announce } from '../../parts/live-region.tsx';
import { personName } from '../../parts/person.ts';
import { stageNames } from '../../parts/stages.ts';
import { explained } from '../../parts/states.tsx';
import type { PipelineFilters } from './search.ts';
import { useShownBoard } from './use-shown-board.ts';

/**
 * Moves someone to another stage. The board shows it at once; if it cannot be done, they are put
 * back, and it is said why.
 */
export function useMove(filters: PipelineFilters) {
  const board = useShownBoard(filters);
  const { mutateAsync: write } = useWrite('postBulk');

  const change = async (person: Prospect, to: Stage) => {
    const done = await board.hold();
    board.show(person, to);
    try {
      await write({ body: { action: 'stage', prospectIds: [person.id], stage: to } });
    } catch (error) {
      board.show({ ...person, stage: to }, person.stage);
      throw error;
    } finally {
      done();
    }
  };

  return async (person: Prospect, to: Stage): Promise<void> => {
    const from = person.stage;
    const name = personName(person);
    try {
      await change(person, to);
    } catch (error) {
      void board.readAgain();
      notifications.show({
        title: `${name} stays in ${stageNames[from]}`,
        message: explained(error).advice,
        color: 'danger',
        autoClose: false,
      });
      return;
    }
    void board.readCounts();
    const title = `${name} moved to ${stageNames[to]}`;
    announce(title);
    tellDone({
      title,
      undo: async () => {
        try {
          await change({ ...person, stage: to }, from);
        } finally {
          void board.readAgain();
        }
        announce(`${name} moved back to ${stageNames[from]}`);
      },
    });
  };
}
