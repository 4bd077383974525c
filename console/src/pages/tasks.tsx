import { getRouteApi } from '@tanstack/react-router';
import { usePages } from '../api/lines.ts';
import { useNames } from '../api/names.ts';
import { DataTable } from '../parts/data-table.tsx';
import { ButtonLink, TextLink } from '../parts/links.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { RelativeTime, useNow } from '../parts/relative-time.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { EmptyState } from '../parts/states.tsx';
import { countsText, taskNames } from '../parts/task-words.ts';
import { isUnderWay, progressOf } from '../shell/task-progress.ts';
import { TaskState } from './tasks/task-state.tsx';

const route = getRouteApi('/w/$workspaceId/tasks');

/** Someone asks: is it through, and what came of it? */
export default function Tasks() {
  const navigate = route.useNavigate();
  const { actor } = useNames();
  const now = useNow(1_000);
  const pages = usePages('getTasks', {}, ({ tasks }) => tasks, {
    pollWhile: (tasks) => tasks.some(isUnderWay),
  });
  const open = (taskId: string) =>
    void navigate({
      to: '/w/$workspaceId/tasks/$taskId',
      params: (before) => ({ ...before, taskId }),
    });
  return (
    <>
      <PageHeader title="Tasks">
        Work that takes longer than a moment: imports, exports, changes to many people. Newest
        first.
      </PageHeader>
      <Loaded query={pages} what="the tasks">
        {(tasks) =>
          tasks.length === 0 ? (
            <EmptyState
              title="No tasks yet"
              action={
                <ButtonLink from="/w/$workspaceId/tasks" to="/w/$workspaceId/prospects/import">
                  Import people
                </ButtonLink>
              }
              snippet={<Snippet label="curl command" code={exporting()} />}
            >
              What is started by you, your colleagues or your programs shows here, with its progress
              and with what came of it.
            </EmptyState>
          ) : (
            <DataTable
              label="Tasks"
              rows={tasks}
              keyOf={({ id }) => id}
              onOpen={({ id }) => open(id)}
              more={pages}
              columns={[
                {
                  title: 'Task',
                  cell: ({ id, kind }) => (
                    <TextLink
                      inherit
                      from="/w/$workspaceId/tasks"
                      to="/w/$workspaceId/tasks/$taskId"
                      params={(before) => ({ ...before, taskId: id })}
                      onClick={(event) => event.stopPropagation()}
                    >
                      {taskNames[kind]}
                    </TextLink>
                  ),
                },
                { title: 'State', cell: (task) => <TaskState {...task} /> },
                {
                  title: 'What came of it',
                  grow: true,
                  cell: (task) =>
                    task.status === 'done' ? countsText(task.counts) : progressOf(task, now),
                },
                { title: 'By', cell: ({ startedBy }) => actor(startedBy) },
                {
                  title: 'Started',
                  align: 'end',
                  cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
                },
              ]}
            />
          )
        }
      </Loaded>
    </>
  );
}

const exporting = () => `curl ${location.origin}/api/v1/manage/exports \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"columns": ["fullName", "email"]}'`;
