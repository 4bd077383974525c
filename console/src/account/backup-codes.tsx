import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { FormEnd } from '../parts/form-end.tsx';
import { useLineForm } from '../parts/line-form.ts';
import { Snippet } from '../parts/snippet.tsx';
import { YourPassword } from './password-field.tsx';

export const BackupCodes = ({ codes }: { codes: string[] }) => (
  <Snippet label="backup codes" code={codes.join('\n')} />
);

/** Makes new ones; the earlier ones end. */
export function BackupCodesDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const { form, field, failure, busy } = useLineForm(
    'postMeBackupCodes',
    { password: '' },
    { request: (body) => ({ body }), onDone: ({ backupCodes }) => setCodes(backupCodes) },
  );
  return (
    <Dialog onClose={onClose} title="New backup codes">
      {codes ? (
        <Stack>
          <Text size="sm">
            Each works once. They are not shown again, and earlier ones have ended.
          </Text>
          <BackupCodes codes={codes} />
          <Group justify="flex-end">
            <Button onClick={onClose}>I have kept them</Button>
          </Group>
        </Stack>
      ) : (
        <form {...form}>
          <Stack>
            <YourPassword {...field('password')} />
            <FormEnd failure={failure} verb="Make new codes" busy={busy} />
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
