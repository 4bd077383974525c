import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { personFieldNames } from '../../../parts/person.ts';
import type { overtakenBy } from './edits.ts';
import classes from './person.module.css';

interface Props {
  changes: ReturnType<typeof overtakenBy>;
  /** False until the record has been read again. */
  isRead: boolean;
  busy: boolean;
  onTakeOver: () => void;
  /** Called just before the form is sent again. */
  onInsist: () => void;
}

/** Somebody else was quicker: what they wrote, and the choice between it and what was typed. */
export const EditConflict = ({ changes, isRead, busy, onTakeOver, onInsist }: Props) => (
  <Alert
    color="warn"
    variant="light"
    icon={<IconAlertTriangle />}
    role="alert"
    title="Somebody else changed this person meanwhile"
  >
    Nothing was saved.
    {isRead && changes.length === 0 && ' Their details are still as you see them.'}
    <ul className={classes.changes}>
      {changes.map(({ field, was, is, typed }) => (
        <li key={field}>
          {personFieldNames[field]} is now {said(is)}; it was {said(was)}.
          {typed !== undefined && ` You have ${said(typed)}.`}
        </li>
      ))}
    </ul>
    <Group gap="xs">
      <Button variant="default" disabled={!isRead} onClick={onTakeOver}>
        Take what is there now
      </Button>
      <Button type="submit" disabled={!isRead} loading={busy} onClick={onInsist}>
        Save my changes over it
      </Button>
    </Group>
  </Alert>
);

const said = (value: string | null): string => (value === null ? 'blank' : `“${value}”`);
