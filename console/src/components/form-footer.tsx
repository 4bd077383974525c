import { Button, Group } from '@mantine/core';
import { FailureNote } from './failure-note.tsx';

interface Props {
  /** An error that is not shown at a field. */
  failure: unknown;
  /** The text of the submit button: "Invite". */
  verb: string;
  busy: boolean;
  disabled?: boolean;
  color?: 'danger';
  onCancel?: () => void;
  /** For forms where "Cancel" would be ambiguous. */
  cancelVerb?: string;
}

/** The error and buttons at the end of a dialog's form. */
export const FormFooter = ({
  failure,
  verb,
  busy,
  onCancel,
  cancelVerb = 'Cancel',
  ...button
}: Props) => (
  <>
    <FailureNote error={failure} />
    <Group justify="flex-end">
      {onCancel && (
        <Button variant="default" onClick={onCancel}>
          {cancelVerb}
        </Button>
      )}
      <Button type="submit" loading={busy} {...button}>
        {verb}
      </Button>
    </Group>
  </>
);
