import { Group } from '@mantine/core';
import type { Task } from '@outcrop/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../api/lines.ts';
import { FailedRows } from '../../parts/failed-rows.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { Outcome } from './outcome.tsx';
import { peopleIn } from './outcome-words.ts';
import { WatchedImport } from './watched-import.tsx';

const route = getRouteApi('/w/$workspaceId/prospects/import/$importId');

/** The import itself; it goes on whoever looks, and wherever they go. */
export const Run = ({ taskId }: { taskId: string }) => (
  <WatchedImport
    taskId={taskId}
    title="Your import"
    meanwhile="You can leave this page: it goes on, and the tasks at the top tell how far it is."
    ended={(task) => (
      <>
        <Outcome task={task} />
        <Next task={task} />
        <FailedRows task={task} />
      </>
    )}
  />
);

/** Leads to those who came: by their list, or by the day on which they were added. */
function Next({ task }: { task: Task }) {
  const { trial: _, run: __, ...chosen } = route.useSearch();
  const { data: boards } = useRead('getBoards');
  const list = boards?.lists.find(({ name }) => isSame(name, chosen.list));
  const hasPeople = list ? peopleIn(task) > 0 : (task.counts['inserted'] ?? 0) > 0;
  return (
    <Group>
      {hasPeople && (
        <ButtonLink
          from="/w/$workspaceId/prospects/import/$importId"
          to="/w/$workspaceId/prospects"
          search={list ? { listId: list.id } : { createdFrom: task.createdAt.slice(0, 10) }}
        >
          {list ? 'See the people' : 'See the new people'}
        </ButtonLink>
      )}
      {task.status !== 'done' && (
        <ButtonLink
          variant="default"
          from="/w/$workspaceId/prospects/import/$importId"
          to="."
          search={chosen}
        >
          Begin again
        </ButtonLink>
      )}
    </Group>
  );
}

/** A list is found by its name in whatever case it was typed. */
const isSame = (name: string, typed = ''): boolean => name.toLowerCase() === typed.toLowerCase();
