import { notifications } from '@mantine/notifications';
import type { BulkAction, Stage } from '@outcrop/contract';
import { useWrite } from '../../api/lines.ts';
import { useFollowTask } from '../../parts/follow-task.tsx';
import { explained } from '../../parts/states.tsx';
import { type Counted, filterBody } from './people-words.ts';
import type { ProspectFilters } from './search.ts';
import type { Selection } from './selection.ts';

/** Who is selected, how many that is, and the filters that "everyone" means. */
export interface Selected extends Selection {
  filters: ProspectFilters;
  counted: Counted;
}

/** How many can be named one by one; everyone whom a filter matches may be more. */
export const mostByIds = 500;

export interface Change {
  action: BulkAction;
  stage?: Stage;
  tagName?: string;
  listName?: string;
}

/** Starts what is done to everyone who is selected, as a task that can be undone. */
export function useBulk({ everyone, ids, filters }: Selected) {
  const write = useWrite('postBulkTasks');
  const follow = useFollowTask();
  const start = async (title: string, change: Change): Promise<void> => {
    const whom = everyone ? { filter: filterBody(filters) } : { prospectIds: [...ids] };
    const { task } = await write.mutateAsync({ body: { ...change, ...whom } });
    follow({ task, title, refreshes: ['getProspects', 'getProspect', 'getBoards'] });
  };
  return {
    start,
    /** For what asks nothing first: why it did not begin is told in a notice. */
    startAtOnce: (title: string, change: Change): void => {
      start(title, change).catch((error: unknown) =>
        notifications.show({ title, message: explained(error).advice, color: 'danger' }),
      );
    },
  };
}
