import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ExportColumn, Task } from '@outcrop/contract';
import { useState } from 'react';
import { useWrite } from '../../api/endpoints.ts';
import { manageClient } from '../../api/manage.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { saveFile } from '../../browser/save-file.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { notifyFailure } from '../../components/notify-failure.ts';
import { prospectCount } from '../../features/prospect/counts.ts';
import { fieldNames } from '../../features/prospect/fields.ts';
import { useFollowTask } from '../../features/tasks/follow-task.tsx';
import classes from './export-dialog.module.css';
import { type SelectedProspects, targetOf } from './use-bulk.ts';

/** The columns of the file, in order. */
const columnNames: Record<ExportColumn, string> = {
  ...fieldNames,
  stage: 'Stage',
  doNotContact: 'Do not contact',
  lists: 'Lists',
  tags: 'Tags',
  firstTouchLine: 'Opening line',
  enrichmentStatus: 'Enrichment',
  sourceType: 'Source',
  createdAt: 'Added',
  updatedAt: 'Updated',
  id: 'ID',
  owner: 'Owner',
};
const allColumns = Object.keys(columnNames) as ExportColumn[];

interface Props {
  selected: SelectedProspects;
  onClose: () => void;
}

/** Exports the selection as CSV. A notification then offers the download. */
export function ExportDialog({ selected, onClose }: Props) {
  const { isAllMatching, filters, count } = selected;
  const workspaceId = useWorkspaceId();
  const [chosen, setChosen] = useState<string[]>(allColumns);
  const write = useWrite('postExports');
  const follow = useFollowTask();
  const who = prospectCount(count);
  const isFiltered = Object.keys(filters).length > 0;

  const start = () => {
    const columns = allColumns.filter((it) => chosen.includes(it));
    const offer = (done: Task) => offerDownload(workspaceId, done);
    // Closing the dialog before does not stop the export.
    write.mutateAsync({ body: { ...targetOf(selected), columns } }, { onSuccess: onClose }).then(
      ({ task }) => follow({ task, title: `Export ${who}`, refreshes: [], notifySuccess: offer }),
      () => {},
    );
  };
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
            {isAllMatching
              ? `Exports all ${isFiltered ? 'matching prospects' : 'prospects in this workspace'} as CSV, newest first.`
              : 'Exports the selected prospects as CSV.'}{' '}
            Available for 7 days.
          </Text>
          <Checkbox.Group label="Columns" value={chosen} onChange={setChosen}>
            <div className={classes.columns}>
              {allColumns.map((column) => (
                <Checkbox key={column} value={column} label={columnNames[column]} />
              ))}
            </div>
          </Checkbox.Group>
          <Group gap="xs">
            <Button size="compact-sm" variant="subtle" onClick={() => setChosen(allColumns)}>
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

/** Stays open until dismissed, so that the download is not missed. */
function offerDownload(workspaceId: string, { id: taskId, done }: Task): void {
  const download = async () => {
    const file = await manageClient(workspaceId).download('getExportFile', { params: { taskId } });
    saveFile(file, `prospects-${new Date().toISOString().slice(0, 10)}.csv`);
  };
  notifications.show({
    autoClose: false,
    title: 'Export ready',
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span>{prospectCount({ count: done, isCapped: false })}</span>
        <Button
          size="compact-sm"
          onClick={() =>
            void download().catch((error: unknown) =>
              notifyFailure('Could not download the file', error),
            )
          }
        >
          Download
        </Button>
      </Group>
    ),
  });
}
