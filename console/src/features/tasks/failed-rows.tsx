import { Group } from '@mantine/core';
import type { ManageData, Task, TaskKind } from '@outcrop/contract';
import { useRead } from '../../api/endpoints.ts';
import { DataTable } from '../../components/data-table.tsx';
import { formatNumber } from '../../components/format.ts';
import { ButtonLink } from '../../components/links.tsx';
import { Section } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { DownloadButton } from './download-button.tsx';
import classes from './failed-rows.module.css';
import { failureNames } from './task-labels.ts';

type Failure = ManageData<'getTaskFailures'>['failures'][number];
const maxRows = 20;

const advice: Partial<Record<TaskKind, string>> = {
  import_dry_run:
    'Import the other rows now and fix these later, or fix them first and upload the corrected file.',
  import:
    "Download these rows, fix them in a spreadsheet and import the corrected file. Existing prospects aren't added twice.",
};

/** The first failed rows of a task with their reasons, and a download of all of them. */
export function FailedRows({ task }: { task: Task }) {
  const query = useRead(
    'getTaskFailures',
    { params: { taskId: task.id }, query: { limit: String(maxRows) } },
    { enabled: task.failed > 0 },
  );
  if (task.failed === 0) return null;
  const isAboutProspects = failureNames[task.kind] !== undefined;
  const title = sectionTitles[task.kind] ?? 'Failed rows';
  return (
    <Section
      title={title}
      action={
        <Group gap="xs">
          <DownloadButton
            endpoint="getTaskFailuresFile"
            taskId={task.id}
            name={`${title.toLowerCase().replaceAll(' ', '-')}-${task.createdAt.slice(0, 10)}.csv`}
          >
            {isAboutProspects ? 'Download as CSV' : 'Download failed rows'}
          </DownloadButton>
          {task.kind === 'import' && (
            <ButtonLink
              variant="default"
              from="/w/$workspaceId"
              to="/w/$workspaceId/prospects/import"
            >
              Import corrected file
            </ButtonLink>
          )}
        </Group>
      }
    >
      {advice[task.kind] && <p className={classes.advice}>{advice[task.kind]}</p>}
      <QueryBoundary query={query} what="the failed rows">
        {({ failures }) => (
          <>
            <DataTable
              label={title}
              rows={failures}
              keyOf={({ number }) => String(number)}
              columns={[
                isAboutProspects
                  ? { title: 'Prospect', cell: prospectName }
                  : { title: 'Row', cell: ({ number }) => `Row ${formatNumber(number)}` },
                {
                  title: 'Reason',
                  grow: true,
                  cell: (failure) => (
                    <>
                      <div>{failure.reason}</div>
                      {!isAboutProspects && (
                        <div className={classes.cells}>{cellsText(failure)}</div>
                      )}
                    </>
                  ),
                },
              ]}
            />
            {task.failed > failures.length && (
              <p className={classes.advice}>
                Showing the first {failures.length} of {formatNumber(task.failed)}. Download the
                file to see all of them.
              </p>
            )}
          </>
        )}
      </QueryBoundary>
    </Section>
  );
}

const sectionTitles: Partial<Record<TaskKind, string>> = {
  enroll_dry_run: 'Left out',
  enroll: 'Left out',
  rehearsal: 'Emails that cannot be sent',
};

const prospectName = ({ row }: Failure): string =>
  [row['fullName'] ?? row['email'] ?? 'Deleted prospect', row['companyName']]
    .filter(Boolean)
    .join(' · ');

/** The non-empty cells, in file order. */
const cellsText = ({ row }: Failure): string =>
  Object.values(row)
    .map((value) => (typeof value === 'string' ? value.trim() : JSON.stringify(value)))
    .filter((text) => text !== '')
    .join(' · ');
