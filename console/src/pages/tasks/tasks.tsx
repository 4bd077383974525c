import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useActorNames } from '../../api/actor-names.ts';
import { usePages } from '../../api/endpoints.ts';
import { DataTable } from '../../components/data-table.tsx';
import { ButtonLink, TextLink } from '../../components/links.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { RelativeTime, useNow } from '../../components/relative-time.tsx';
import { Snippet } from '../../components/snippet.tsx';
import { EmptyState } from '../../components/states.tsx';
import { countsText, taskTitle } from '../../features/tasks/task-labels.ts';
import { isInProgress, progressText } from '../../features/tasks/task-progress.ts';
import { TaskStatusBadge } from './task-status-badge.tsx';
import classes from './tasks.module.css';

const route = getRouteApi('/w/$workspaceId/tasks');

export default function Tasks() {
  const navigate = route.useNavigate();
  const { actor } = useActorNames();
  const now = useNow(1_000);
  const pages = usePages('getTasks', {}, ({ tasks }) => tasks, {
    pollWhile: (tasks) => tasks.some(isInProgress),
  });
  const open = (taskId: string) =>
    void navigate({
      to: '/w/$workspaceId/tasks/$taskId',
      params: (before) => ({ ...before, taskId }),
    });
  return (
    <>
      <PageHeader title="Background jobs">
        Imports, exports and bulk changes, newest first.
      </PageHeader>
      {pages.first?.workers === 0 && (
        <Alert
          color="warn"
          icon={<IconAlertTriangle />}
          role="alert"
          title="No worker is running"
          mb="md"
        >
          Background jobs and emails wait until the operator of this server starts one.
        </Alert>
      )}
      <QueryBoundary query={pages} what="the background jobs">
        {(tasks) =>
          tasks.length === 0 ? (
            <EmptyState
              title="No background jobs yet"
              action={
                <ButtonLink from="/w/$workspaceId/tasks" to="/w/$workspaceId/prospects/import">
                  Import prospects
                </ButtonLink>
              }
              snippet={<Snippet label="curl command" code={exportCommand()} />}
            >
              Imports, exports and bulk changes appear here with their progress.
            </EmptyState>
          ) : (
            <DataTable
              label="Background jobs"
              rows={tasks}
              keyOf={({ id }) => id}
              onOpen={({ id }) => open(id)}
              more={pages}
              columns={[
                {
                  title: 'Job',
                  grow: true,
                  cell: (task) => (
                    <TextLink
                      inherit
                      from="/w/$workspaceId/tasks"
                      to="/w/$workspaceId/tasks/$taskId"
                      params={(before) => ({ ...before, taskId: task.id })}
                      onClick={(event) => event.stopPropagation()}
                    >
                      {taskTitle(task)}
                    </TextLink>
                  ),
                },
                { title: 'Status', cell: (task) => <TaskStatusBadge {...task} /> },
                {
                  title: 'Result',
                  grow: true,
                  cell: (task) => (
                    <div className={classes.result}>
                      {task.status === 'done' ? countsText(task) : progressText(task, now)}
                    </div>
                  ),
                },
                { title: 'Started by', cell: ({ startedBy }) => actor(startedBy) },
                {
                  title: 'Started',
                  align: 'end',
                  cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
                },
              ]}
            />
          )
        }
      </QueryBoundary>
    </>
  );
}

const exportCommand = () => `curl ${location.origin}/api/v1/manage/exports \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"columns": ["fullName", "email"]}'`;
