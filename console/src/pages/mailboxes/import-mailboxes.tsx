import { Button, FileInput, Group, Stack, Text, Textarea } from '@mantine/core';
import type { MailboxImportResult, ManageData } from '@outcrop/contract';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useWrite } from '../../api/endpoints.ts';
import { Badge } from '../../components/badge.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FormFooter } from '../../components/form-footer.tsx';
import { Snippet } from '../../components/snippet.tsx';
import classes from './mailboxes.module.css';

type ImportedMailboxes = ManageData<'postMailboxesImport'>;

const example = `address,password,name,daily_limit
ines@saltmarsh.example,app-password,Ines Duarte,30`;

/** Connects many mailboxes, after a dry run that shows the outcome of each row. */
export function ImportMailboxes({ onClose }: { onClose: () => void }) {
  const [csv, setCsv] = useState('');
  const check = useWrite('postMailboxesImport');
  const connect = useWrite('postMailboxesImport', ['getMailboxes']);
  const outcome = connect.data ?? check.data;
  const edit = (text: string) => {
    setCsv(text);
    check.reset();
  };
  return (
    <Dialog title="Connect from CSV" size="xl" onClose={onClose} closeOnClickOutside={csv === ''}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (check.data) connect.mutate({ body: { csv } });
          else check.mutate({ body: { csv, dryRun: true } });
        }}
      >
        <Stack>
          {!connect.data && (
            <>
              <Text size="sm">
                One mailbox per line, at most 500. Only address and password are required; missing
                servers are looked up.
              </Text>
              <Snippet label="example CSV" code={example} />
              <FileInput
                label="CSV file"
                placeholder="Choose a file"
                accept=".csv,.txt,text/csv"
                onChange={(file) => void file?.text().then(edit)}
              />
              <Textarea
                label="CSV text"
                autosize
                minRows={4}
                maxRows={10}
                spellCheck={false}
                value={csv}
                onChange={(event) => edit(event.currentTarget.value)}
              />
            </>
          )}
          {outcome && <Outcome outcome={outcome} isDone={connect.data !== undefined} />}
          {connect.data ? (
            <Group justify="flex-end">
              <Button onClick={onClose}>Done</Button>
            </Group>
          ) : (
            <FormFooter
              failure={connect.error ?? check.error}
              verb={check.data ? `Connect ${check.data.created}` : 'Check rows'}
              busy={check.isPending || connect.isPending}
              disabled={csv.trim() === '' || check.data?.created === 0}
              onCancel={onClose}
            />
          )}
        </Stack>
      </form>
    </Dialog>
  );
}

function Outcome({ outcome, isDone }: { outcome: ImportedMailboxes; isDone: boolean }) {
  const { created, failed, results } = outcome;
  return (
    <>
      <Text role="status">
        {isDone
          ? `${created} connected, ${failed} not. Test each mailbox before it sends.`
          : `${created} can be connected, ${failed} cannot.`}
      </Text>
      <DataTable
        label="Rows"
        rows={results.slice(0, 100)}
        keyOf={({ index }) => String(index)}
        columns={[
          { title: 'Row', align: 'end', cell: ({ index }) => index + 1 },
          { title: 'Address', cell: ({ address }) => address ?? '–' },
          { title: 'Outcome', grow: true, cell: (row) => <RowOutcome {...row} isDone={isDone} /> },
        ]}
      />
    </>
  );
}

const reasons: Record<NonNullable<MailboxImportResult['reason']>, string> = {
  invalid: 'Invalid',
  repeated: 'Repeated in this file',
  already_connected: 'Already connected',
  settings_unknown: 'Servers unknown: add them',
  limit_reached: 'Too many mailboxes',
};

const RowOutcome = ({
  status,
  reason,
  issues = [],
  isDone,
}: MailboxImportResult & { isDone: boolean }) =>
  status === 'created' ? (
    <Badge icon={IconCircleCheck} color="ok">
      {isDone ? 'Connected' : 'Ready'}
    </Badge>
  ) : (
    <>
      <Badge icon={IconAlertTriangle} color="danger">
        {reasons[reason ?? 'invalid']}
      </Badge>
      {issues.map(({ path, message }) => (
        <div key={message} className={classes.secondary}>
          {path.join('.')} {message}
        </div>
      ))}
    </>
  );
