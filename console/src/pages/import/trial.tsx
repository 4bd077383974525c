import { Group } from '@mantine/core';
import type { Import, Task } from '@outcrop/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useWrite } from '../../api/lines.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { FailedRows } from '../../parts/failed-rows.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { peopleCount } from '../../parts/person.ts';
import { orderOf } from './mapping.ts';
import { Outcome } from './outcome.tsx';
import { newsIn, peopleIn } from './outcome-words.ts';
import { WatchedImport } from './watched-import.tsx';

const route = getRouteApi('/w/$workspaceId/prospects/import/$importId');

/** What would come of the file, before anybody is added. */
export const Trial = ({ file, taskId }: { file: Import; taskId: string }) => (
  <WatchedImport
    taskId={taskId}
    title="What would happen"
    meanwhile="Nobody is added yet. Others who add people to this workspace wait until this is over."
    ended={(task) => (
      <>
        {task.status === 'done' && <Outcome task={task} />}
        <Next file={file} task={task} />
        <FailedRows task={task} />
      </>
    )}
  />
);

function Next({ file, task }: { file: Import; task: Task }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const start = useWrite('postImportRun', ['getTasks', 'getBoards']);
  const { trial: _, ...chosen } = search;
  const news = newsIn(task);
  const run = () =>
    start.mutate(
      { params: { importId: file.id }, body: orderOf(file.columns, search) },
      {
        onSuccess: (data) =>
          void navigate({ search: { ...search, run: data.task.id }, replace: true }),
      },
    );
  return (
    <>
      <FailureNote error={start.error} />
      <Group>
        {task.status === 'done' && (
          <ActionButton
            loading={start.isPending}
            disabledReason={peopleIn(task) > 0 ? null : 'Not one row of this file can be imported.'}
            onClick={run}
          >
            {news > 0 ? `Import ${peopleCount(news)}` : 'Import'}
          </ActionButton>
        )}
        <ButtonLink
          variant="default"
          from="/w/$workspaceId/prospects/import/$importId"
          to="."
          search={chosen}
        >
          Back to the columns
        </ButtonLink>
      </Group>
    </>
  );
}
