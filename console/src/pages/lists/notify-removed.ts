import { notifications } from '@mantine/notifications';
import type { ManageData } from '@outcrop/contract';
import { useFollowTask } from '../../features/tasks/follow-task.tsx';
import { listAndTagEndpoints } from './list-or-tag.ts';

interface Removal {
  /** Present for large lists and tags, which are removed in the background. */
  task: ManageData<'deleteList'>['task'];
  title: string;
  /** For a list or tag that was removed immediately. */
  message: string;
}

/** Confirms the removal of a list or tag, or follows its background job. */
export function useNotifyRemoved() {
  const follow = useFollowTask();
  return ({ task, title, message }: Removal): void => {
    if (task) follow({ task, title, refreshes: listAndTagEndpoints });
    else notifications.show({ message });
  };
}
