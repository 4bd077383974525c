import { Button, Checkbox, TextInput } from '@mantine/core';
import classes from './tag-editor.module.css';

interface Props {
  /** Null if the variable is required. */
  fallback: string | null;
  onChange: (fallback: string | null) => void;
  onDone: () => void;
  onCancel: () => void;
}

/** What people without a value get. */
export function FallbackForm({ fallback, onChange, onDone, onCancel }: Props) {
  return (
    <form
      className={classes.fallback}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onCancel();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        onDone();
      }}
    >
      <TextInput
        label="Text if empty"
        w="100%"
        autoComplete="off"
        data-autofocus
        value={fallback ?? ''}
        // Braces would end the variable.
        onChange={({ currentTarget }) => onChange(currentTarget.value.replaceAll(/[{}]/g, ''))}
      />
      <Checkbox
        label="Required"
        description="People without a value don’t get the email."
        checked={fallback === null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? null : '')}
      />
      <Button type="submit" size="compact-sm">
        Done
      </Button>
    </form>
  );
}
