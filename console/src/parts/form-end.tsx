import { Button, Group } from '@mantine/core';
import { FailureNote } from './failure-note.tsx';

interface Props {
  /** What the fields have not said themselves. */
  failure: unknown;
  /** The verb on the button: "Invite". */
  verb: string;
  busy: boolean;
  disabled?: boolean;
  color?: 'danger';
  /** Left out where going back is another button's work. */
  onCancel?: () => void;
  /** What the way back is called, where "Cancel" could mean either. */
  cancelVerb?: string;
}

/** How every form in a dialog ends: what went wrong, the way back, and the way on. */
export const FormEnd = ({
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
