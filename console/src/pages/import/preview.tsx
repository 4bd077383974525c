import { Group } from '@mantine/core';
import type { Import, Task } from '@outcrop/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useWrite } from '../../api/endpoints.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { peopleCount } from '../../features/prospect/counts.ts';
import { FailedRows } from '../../features/tasks/failed-rows.tsx';
import { ImportProgress } from './import-progress.tsx';
import { fieldsByName, importRequest, readMapping } from './mapping.ts';
import { Outcome } from './outcome.tsx';
import { countChanges, countImportable } from './outcome-labels.ts';
import { rememberColumns } from './remembered-columns.ts';

const route = getRouteApi('/w/$workspaceId/prospects/import/$importId');

export const Preview = ({ file, taskId }: { file: Import; taskId: string }) => (
  <ImportProgress
    taskId={taskId}
    title="Preview"
    progressNote="Nothing is imported yet. Other changes that add prospects wait until the preview is done."
    renderResult={(task) => (
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
  const { trial: _, ...choices } = search;
  const changeCount = countChanges(task);
  const startImport = () =>
    start.mutate(
      { params: { importId: file.id }, body: importRequest(file.columns, search) },
      {
        onSuccess: (data) => {
          rememberColumns(fieldsByName(file.columns, readMapping(file.columns, search.columns)));
          void navigate({ search: { ...search, run: data.task.id }, replace: true });
        },
      },
    );
  return (
    <>
      <FailureNote error={start.error} />
      <Group>
        {task.status === 'done' && (
          <ActionButton
            loading={start.isPending}
            disabledReason={countImportable(task) > 0 ? null : 'No valid rows found.'}
            onClick={startImport}
          >
            {changeCount > 0 ? `Import ${peopleCount(changeCount)}` : 'Import'}
          </ActionButton>
        )}
        <ButtonLink
          variant="default"
          from="/w/$workspaceId/prospects/import/$importId"
          to="."
          search={choices}
        >
          Back to columns
        </ButtonLink>
      </Group>
    </>
  );
}
