import type { BulkTaskAction, Stage } from '@outcrop/contract';
import { useWrite } from '../../api/endpoints.ts';
import { notifyFailure } from '../../components/notify-failure.ts';
import type { CappedCount } from '../../features/prospect/counts.ts';
import { changedEndpoints, useFollowTask } from '../../features/tasks/follow-task.tsx';
import { filterBody } from './prospect-labels.ts';
import type { ProspectFilters } from './search.ts';
import type { Selection } from './selection.ts';

/** The selection, its size, and the filters for `isAllMatching`. */
export interface SelectedProspects extends Selection {
  filters: ProspectFilters;
  count: CappedCount;
}

/** The maximum number of ids in a request. */
export const maxSelectedIds = 500;
export const maxEnriched = 100;
/** More are enrolled and exported by a filter. */
export const maxTaskIds = 10_000;

export interface BulkChange {
  action: BulkTaskAction;
  stage?: Stage;
  ownerId?: string;
  tagName?: string;
  listName?: string;
}

/** The selection in a request body. */
export const targetOf = ({ isAllMatching, ids, filters }: SelectedProspects) =>
  isAllMatching ? { filter: filterBody(filters) } : { prospectIds: [...ids] };

/** Starts a bulk action on the selection, as a background job. */
export function useBulk(selected: SelectedProspects) {
  const write = useWrite('postBulkTasks');
  const follow = useFollowTask();
  const start = async (title: string, change: BulkChange): Promise<void> => {
    const { task } = await write.mutateAsync({ body: { ...change, ...targetOf(selected) } });
    follow({ task, title, refreshes: changedEndpoints });
  };
  return {
    start,
    /** For actions without a dialog: an error is shown as a notification. */
    startWithoutDialog: (title: string, change: BulkChange): void => {
      start(title, change).catch((error: unknown) => notifyFailure(title, error));
    },
  };
}
