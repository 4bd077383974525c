import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ExportColumn, Task } from '@outcrop/contract';
import { useState } from 'react';
import { useWrite } from '../../api/lines.ts';
import { manageOf } from '../../api/manage.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { useFollowTask } from '../../parts/follow-task.tsx';
import { personFieldNames } from '../../parts/person.ts';
import { saveFile } from '../../parts/save-file.ts';
import { explained } from '../../parts/states.tsx';
import classes from './export-dialog.module.css';
import { type Counted, filterBody, peopleInWords } from './people-words.ts';
import type { ProspectFilters } from './search.ts';

/** The columns of the file, in the order in which they stand there. */
const columnNames: Record<ExportColumn, string> = {
  ...personFieldNames,
  stage: 'Stage',
  doNotContact: 'Do not contact',
  lists: 'Lists',
  tags: 'Tags',
  firstTouchLine: 'First-touch line',
  enrichmentStatus: 'Enrichment',
  sourceType: 'Source',
  createdAt: 'Added',
  updatedAt: 'Changed',
  id: 'Id',
};
const every = Object.keys(columnNames) as ExportColumn[];

interface Props {
  filters: ProspectFilters;
  counted: Counted;
  onClose: () => void;
}

/** Writes everyone whom the filters match into a CSV file, which a notice then offers. */
export function ExportDialog({ filters, counted, onClose }: Props) {
  const workspaceId = useWorkspaceId();
  const [chosen, setChosen] = useState<string[]>(every);
  const write = useWrite('postExports');
  const follow = useFollowTask();
  const who = peopleInWords(counted);
  const isFiltered = Object.keys(filters).length > 0;

  const start = () =>
    write.mutate(
      { body: { filter: filterBody(filters), columns: every.filter((it) => chosen.includes(it)) } },
      {
        onSuccess: ({ task }) => {
          const offer = (done: Task) => offerFile(workspaceId, done);
          follow({ task, title: `Export ${who}`, refreshes: [], tellEnd: offer });
          onClose();
        },
      },
    );
  return (
    <Dialog title={`Export ${who}`} size="lg" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        <Stack>
          <Text>
            {isFiltered ? 'Everyone whom the filters match' : 'Everyone in this workspace'}, newest
            first, as a CSV file. It is kept for 7 days.
          </Text>
          <Checkbox.Group label="Columns" value={chosen} onChange={setChosen}>
            <div className={classes.columns}>
              {every.map((column) => (
                <Checkbox key={column} value={column} label={columnNames[column]} />
              ))}
            </div>
          </Checkbox.Group>
          <Group gap="xs">
            <Button size="compact-sm" variant="subtle" onClick={() => setChosen(every)}>
              All columns
            </Button>
            <Button size="compact-sm" variant="subtle" onClick={() => setChosen([])}>
              None
            </Button>
          </Group>
          <FailureNote error={write.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={chosen.length === 0} loading={write.isPending}>
              Export
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Stays until it is closed: the file is what someone waits for. */
function offerFile(workspaceId: string, { id: taskId, done }: Task): void {
  const download = async () => {
    const file = await manageOf(workspaceId).download('getExportFile', { params: { taskId } });
    saveFile(file, `people-${new Date().toISOString().slice(0, 10)}.csv`);
  };
  notifications.show({
    autoClose: false,
    title: 'The export is ready',
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span>{peopleInWords({ count: done, isCapped: false })}</span>
        <Button
          size="compact-sm"
          onClick={() =>
            void download().catch((error: unknown) =>
              notifications.show({
                title: 'Could not download the file',
                message: explained(error).advice,
                color: 'danger',
              }),
            )
          }
        >
          Download
        </Button>
      </Group>
    ),
  });
}
