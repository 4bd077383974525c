import { notifications } from '@mantine/notifications';
import type { ManageData } from '@outcrop/contract';
import { useFollowTask } from '../../parts/follow-task.tsx';
import { linesAboutBoards } from './boards.ts';

interface End {
  /** Present where there are so many people that it takes a while. */
  task: ManageData<'deleteList'>['task'];
  title: string;
  /** What was done, if it was done at once. */
  message: string;
}

/** Tells that a list or tag has ended, or follows the task that ends it. */
export function useTellEnd() {
  const follow = useFollowTask();
  return ({ task, title, message }: End): void => {
    if (task) follow({ task, title, refreshes: linesAboutBoards });
    else notifications.show({ message });
  };
}
