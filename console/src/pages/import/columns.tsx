import { Alert, Autocomplete, Group } from '@mantine/core';
import type { Import } from '@outcrop/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead, useWrite } from '../../api/lines.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { ColumnTable } from './column-table.tsx';
import classes from './import.module.css';
import { type Held, heldBy, isSomebody, orderOf, textOf } from './mapping.ts';
import type { ImportSearch } from './search.ts';
import { Step } from './steps.tsx';

const route = getRouteApi('/w/$workspaceId/prospects/import/$importId');

const nobody =
  'Each person needs a name, an e-mail address or a LinkedIn page: choose the column that holds one.';

/** What each column holds, and where the people go. */
export function Columns({ file }: { file: Import }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [held, setHeld] = useState(() => heldBy(file.columns, search.columns));
  const [list, setList] = useState(search.list ?? '');
  const [tag, setTag] = useState(search.tag ?? '');
  const { data: boards } = useRead('getBoards');
  const start = useWrite('postImportDryRun', ['getTasks']);
  const isFit = isSomebody(held);

  const chosen = (columns: Held): ImportSearch => ({
    columns: textOf(columns),
    ...(list.trim() && { list: list.trim() }),
    ...(tag.trim() && { tag: tag.trim() }),
  });
  const keep = (columns = held) =>
    void navigate({ search: chosen(columns), replace: true, resetScroll: false });
  const tryIt = () => {
    const body = orderOf(file.columns, chosen(held));
    start.mutate(
      { params: { importId: file.id }, body },
      { onSuccess: ({ task }) => void navigate({ search: { ...chosen(held), trial: task.id } }) },
    );
  };

  return (
    <Step title="What do the columns hold?">
      {file.warnings.length > 0 && <Warnings warnings={file.warnings} />}
      <form
        noValidate
        className={classes.parts}
        onSubmit={(event) => {
          event.preventDefault();
          if (isFit && !start.isPending) tryIt();
        }}
      >
        <ColumnTable
          columns={file.columns}
          held={held}
          onChange={(next) => {
            setHeld(next);
            keep(next);
          }}
        />
        <Panel>
          <div className={classes.boards}>
            <Autocomplete
              label="Put everyone on a list"
              description="Choose one, or type the name of a new one."
              placeholder="No list"
              data={namesOf(boards?.lists)}
              value={list}
              onChange={setList}
              onBlur={() => keep()}
              maxLength={200}
              limit={50}
            />
            <Autocomplete
              label="Give everyone a tag"
              description="Choose one, or type the name of a new one."
              placeholder="No tag"
              data={namesOf(boards?.tags)}
              value={tag}
              onChange={setTag}
              onBlur={() => keep()}
              maxLength={200}
              limit={50}
            />
          </div>
        </Panel>
        {!isFit && (
          <Alert color="warn" variant="light" icon={<IconAlertTriangle />} role="status">
            {nobody}
          </Alert>
        )}
        <FailureNote error={start.error} />
        <Group>
          <ActionButton
            type="submit"
            loading={start.isPending}
            disabledReason={isFit ? null : nobody}
          >
            Try the import
          </ActionButton>
          <span className={classes.note}>Nobody is added yet.</span>
        </Group>
      </form>
    </Step>
  );
}

const namesOf = (boards: { name: string }[] = []): string[] => boards.map(({ name }) => name);

const Warnings = ({ warnings }: { warnings: string[] }) => (
  <Alert
    color="warn"
    variant="light"
    icon={<IconAlertTriangle />}
    title="Please have a look at this"
    className={classes.warnings}
  >
    <ul>
      {warnings.map((warning) => (
        <li key={warning}>{warning}</li>
      ))}
    </ul>
  </Alert>
);
