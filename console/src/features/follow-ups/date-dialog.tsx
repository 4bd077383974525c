import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { localDay } from '../../browser/local-time.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FormFooter } from '../../components/form-footer.tsx';

interface Props {
  onPick: (day: string) => void;
  onClose: () => void;
}

export function DateDialog({ onPick, onClose }: Props) {
  const today = localDay(new Date());
  const [day, setDay] = useState(today);
  const [isInvalid, setInvalid] = useState(false);
  return (
    <Dialog title="Choose a date" onClose={onClose} size="sm">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (day >= today && day < '2200') onPick(day);
          else setInvalid(true);
        }}
      >
        <Stack>
          <TextInput
            type="date"
            label="Due on"
            data-autofocus
            value={day}
            min={today}
            error={isInvalid && 'Choose today or a later day.'}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
          <FormFooter failure={null} verb="Choose" busy={false} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
