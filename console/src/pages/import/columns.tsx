import { Alert, Autocomplete, Group, Radio } from '@mantine/core';
import type { Import, OnMatch } from '@outcrop/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { useRead, useWrite } from '../../api/endpoints.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Panel } from '../../components/panel.tsx';
import { ColumnTable } from './column-table.tsx';
import classes from './import.module.css';
import { identifiesProspects, importRequest, mappingText, readMapping } from './mapping.ts';
import { rememberedColumns } from './remembered-columns.ts';
import type { ImportSearch } from './search.ts';
import { Step } from './steps.tsx';

const route = getRouteApi('/w/$workspaceId/prospects/import/$importId');

const identityMissing =
  'Each prospect needs a name, an email or a LinkedIn URL. Map a column to one of these fields.';

export function Columns({ file }: { file: Import }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [mapping, setMapping] = useState(() =>
    readMapping(file.columns, search.columns, rememberedColumns()),
  );
  const [onMatch, setOnMatch] = useState<OnMatch>(search.onMatch ?? 'overwrite');
  const [list, setList] = useState(search.list ?? '');
  const [tag, setTag] = useState(search.tag ?? '');
  const { data: boards } = useRead('getBoards');
  const start = useWrite('postImportDryRun', ['getTasks']);
  const canPreview = identifiesProspects(mapping);

  const choices = (columns = mapping, match = onMatch): ImportSearch => ({
    columns: mappingText(columns),
    ...(list.trim() && { list: list.trim() }),
    ...(tag.trim() && { tag: tag.trim() }),
    ...(match !== 'overwrite' && { onMatch: match }),
  });
  const saveChoices = (search = choices()) =>
    void navigate({ search, replace: true, resetScroll: false });
  const startPreview = () => {
    const body = importRequest(file.columns, choices());
    start.mutate(
      { params: { importId: file.id }, body },
      {
        onSuccess: ({ task }) => void navigate({ search: { ...choices(), trial: task.id } }),
      },
    );
  };

  return (
    <Step title="Map your columns">
      {file.warnings.length > 0 && <Warnings warnings={file.warnings} />}
      <form
        noValidate
        className={classes.stack}
        onSubmit={(event) => {
          event.preventDefault();
          if (canPreview && !start.isPending) startPreview();
        }}
      >
        <ColumnTable
          columns={file.columns}
          mapping={mapping}
          onChange={(next) => {
            setMapping(next);
            saveChoices(choices(next));
          }}
        />
        <Panel>
          <div className={classes.listAndTag}>
            <Autocomplete
              label="Add all to list"
              description="Choose a list or type a new name."
              placeholder="No list"
              data={namesOf(boards?.lists)}
              value={list}
              onChange={setList}
              onBlur={() => saveChoices()}
              onKeyDown={keepForm}
              maxLength={200}
              limit={50}
            />
            <Autocomplete
              label="Tag all"
              description="Choose a tag or type a new name."
              placeholder="No tag"
              data={namesOf(boards?.tags)}
              value={tag}
              onChange={setTag}
              onBlur={() => saveChoices()}
              onKeyDown={keepForm}
              maxLength={200}
              limit={50}
            />
          </div>
          <Radio.Group
            mt="md"
            label="If a prospect already exists"
            value={onMatch}
            onChange={(value) => {
              setOnMatch(value as OnMatch);
              saveChoices(choices(mapping, value as OnMatch));
            }}
          >
            <Group gap="lg" mt={4}>
              <Radio value="overwrite" label="Replace existing values" />
              <Radio value="fill" label="Fill in blank fields only" />
            </Group>
          </Radio.Group>
        </Panel>
        {!canPreview && (
          <Alert color="warn" variant="light" icon={<IconAlertTriangle />} role="status">
            {identityMissing}
          </Alert>
        )}
        <FailureNote error={start.error} />
        <Group>
          <ActionButton
            type="submit"
            loading={start.isPending}
            disabledReason={canPreview ? null : identityMissing}
          >
            Preview import
          </ActionButton>
          <span className={classes.note}>Nothing is imported yet.</span>
        </Group>
      </form>
    </Step>
  );
}

/** Enter ends a name. It does not start the preview. */
const keepForm = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault();
};

const namesOf = (boards: { name: string }[] = []): string[] => boards.map(({ name }) => name);

const Warnings = ({ warnings }: { warnings: string[] }) => (
  <Alert
    color="warn"
    variant="light"
    icon={<IconAlertTriangle />}
    title="Warnings"
    className={classes.warnings}
  >
    <ul>
      {warnings.map((warning) => (
        <li key={warning}>{warning}</li>
      ))}
    </ul>
  </Alert>
);
