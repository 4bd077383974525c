import { Group } from '@mantine/core';
import type { Task } from '@outcrop/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../api/endpoints.ts';
import { ButtonLink } from '../../components/links.tsx';
import { FailedRows } from '../../features/tasks/failed-rows.tsx';
import { ImportProgress } from './import-progress.tsx';
import { Outcome } from './outcome.tsx';
import { countImportable } from './outcome-labels.ts';

const route = getRouteApi('/w/$workspaceId/prospects/import/$importId');

export const Run = ({ taskId }: { taskId: string }) => (
  <ImportProgress
    taskId={taskId}
    title="Import status"
    progressNote="You can leave this page; the import continues in the background."
    renderResult={(task) => (
      <>
        <Outcome task={task} />
        <Next task={task} />
        <FailedRows task={task} />
      </>
    )}
  />
);

/** Links to the imported prospects, by their list or by the day they were added. */
function Next({ task }: { task: Task }) {
  const { trial: _, run: __, ...choices } = route.useSearch();
  const { data: boards } = useRead('getBoards');
  const list = boards?.lists.find(({ name }) => isSame(name, choices.list));
  const hasProspects = list ? countImportable(task) > 0 : (task.counts['inserted'] ?? 0) > 0;
  return (
    <Group>
      {hasProspects && (
        <ButtonLink
          from="/w/$workspaceId/prospects/import/$importId"
          to="/w/$workspaceId/prospects"
          search={list ? { listId: list.id } : { createdFrom: task.createdAt.slice(0, 10) }}
        >
          {list ? 'View prospects' : 'View new prospects'}
        </ButtonLink>
      )}
      {task.status !== 'done' && (
        <ButtonLink
          variant="default"
          from="/w/$workspaceId/prospects/import/$importId"
          to="."
          search={choices}
        >
          Start over
        </ButtonLink>
      )}
    </Group>
  );
}

/** List names ignore case. */
const isSame = (name: string, typed = ''): boolean => name.toLowerCase() === typed.toLowerCase();
