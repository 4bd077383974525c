import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { localInputValue } from '../../browser/local-time.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FormFooter } from '../../components/form-footer.tsx';

interface Props {
  onSnooze: (until: Date) => void;
  onClose: () => void;
}

const dayMs = 86_400_000;
const maxDays = 365;

export function SnoozeDialog({ onSnooze, onClose }: Props) {
  const [value, setValue] = useState(() => {
    const start = new Date(Date.now() + 2 * dayMs);
    start.setHours(8, 0, 0, 0);
    return localInputValue(start);
  });
  const [isInvalid, setInvalid] = useState(false);
  return (
    <Dialog title="Snooze until" onClose={onClose} size="md">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const until = new Date(value);
          const isSoon =
            until.getTime() > Date.now() && until.getTime() < Date.now() + maxDays * dayMs;
          if (isSoon) onSnooze(until);
          else setInvalid(true);
        }}
      >
        <Stack>
          <TextInput
            type="datetime-local"
            label="Date and time"
            description="A reply brings the conversation back earlier."
            data-autofocus
            value={value}
            error={isInvalid && 'Choose a time in the future, within a year.'}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
          <FormFooter failure={null} verb="Snooze" busy={false} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
