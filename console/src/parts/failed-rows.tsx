import { Group } from '@mantine/core';
import type { ManageData, Task, TaskKind } from '@outcrop/contract';
import { useRead } from '../api/lines.ts';
import { DataTable } from './data-table.tsx';
import { DownloadButton } from './download-button.tsx';
import classes from './failed-rows.module.css';
import { ButtonLink } from './links.tsx';
import { Loaded } from './loaded.tsx';
import { Section } from './page-header.tsx';

type Failure = ManageData<'getTaskFailures'>['failures'][number];
const shown = 20;

/** What can be done about them. */
const advice: Partial<Record<TaskKind, string>> = {
  import_dry_run:
    'You can import the others now and these later, or correct them first and choose the corrected file.',
  import:
    'Download them, correct them in a spreadsheet, and import the corrected file: whoever is here already is not added twice.',
};

/** What a task could not do: the first rows with their reasons, and all of them as a file. */
export function FailedRows({ task }: { task: Task }) {
  const query = useRead(
    'getTaskFailures',
    { params: { taskId: task.id }, query: { limit: String(shown) } },
    { enabled: task.failed > 0 },
  );
  if (task.failed === 0) return null;
  return (
    <Section
      title="Failed rows"
      action={
        <Group gap="xs">
          <DownloadButton
            line="getTaskFailuresFile"
            taskId={task.id}
            name={`failed-rows-${task.createdAt.slice(0, 10)}.csv`}
          >
            Download failed rows
          </DownloadButton>
          {task.kind === 'import' && (
            <ButtonLink
              variant="default"
              from="/w/$workspaceId"
              to="/w/$workspaceId/prospects/import"
            >
              Import the corrected file
            </ButtonLink>
          )}
        </Group>
      }
    >
      {advice[task.kind] && <p className={classes.advice}>{advice[task.kind]}</p>}
      <Loaded query={query} what="the failed rows">
        {({ failures }) => (
          <>
            <DataTable
              label="Failed rows"
              rows={failures}
              keyOf={({ number }) => String(number)}
              columns={[
                { title: 'Row', cell: ({ number }) => `Row ${number.toLocaleString('en')}` },
                {
                  title: 'Why',
                  grow: true,
                  cell: (failure) => (
                    <>
                      <div>{failure.reason}</div>
                      <div className={classes.cells}>{cellsText(failure)}</div>
                    </>
                  ),
                },
              ]}
            />
            {task.failed > failures.length && (
              <p className={classes.advice}>
                The first {failures.length} of {task.failed.toLocaleString('en')}. The file has all
                of them.
              </p>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** The cells that hold something, in the order of the file. */
const cellsText = ({ row }: Failure): string =>
  Object.values(row)
    .map((value) => (typeof value === 'string' ? value.trim() : JSON.stringify(value)))
    .filter((text) => text !== '')
    .join(' · ');
