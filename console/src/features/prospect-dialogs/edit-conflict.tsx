import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { fieldNames } from '../prospect/fields.ts';
import type { conflictingChanges } from './edits.ts';
import classes from './prospect-dialogs.module.css';

interface Props {
  changes: ReturnType<typeof conflictingChanges>;
  /** False until the prospect has been refetched. */
  isReloaded: boolean;
  busy: boolean;
  onDiscard: () => void;
  /** Called just before the form is submitted again. */
  onOverwrite: () => void;
}

/** Shows what someone else has saved, and lets the user overwrite it or discard their own edits. */
export const EditConflict = ({ changes, isReloaded, busy, onDiscard, onOverwrite }: Props) => (
  <Alert
    color="warn"
    variant="light"
    icon={<IconAlertTriangle />}
    role="alert"
    title="Someone else edited this prospect"
  >
    Nothing was saved.
    {isReloaded && changes.length === 0 && ' The details have not changed.'}
    <ul className={classes.changes}>
      {changes.map(({ field, before, after, typed }) => (
        <li key={field}>
          {fieldNames[field]} changed from {quote(before)} to {quote(after)}.
          {typed !== undefined && ` You entered ${quote(typed)}.`}
        </li>
      ))}
    </ul>
    <Group gap="xs">
      <Button variant="default" disabled={!isReloaded} onClick={onDiscard}>
        Discard my changes
      </Button>
      <Button type="submit" disabled={!isReloaded} loading={busy} onClick={onOverwrite}>
        Overwrite
      </Button>
    </Group>
  </Alert>
);

const quote = (value: string | null): string => (value === null ? 'empty' : `“${value}”`);
