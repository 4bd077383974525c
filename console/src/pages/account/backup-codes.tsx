import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { useEndpointForm } from '../../components/endpoint-form.ts';
import { FormFooter } from '../../components/form-footer.tsx';
import { Snippet } from '../../components/snippet.tsx';
import { CurrentPasswordInput } from './current-password-input.tsx';

export const BackupCodes = ({ codes }: { codes: string[] }) => (
  <Snippet label="backup codes" code={codes.join('\n')} />
);

/** Generates new codes, which replace the previous ones. */
export function BackupCodesDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const { form, field, failure, busy } = useEndpointForm(
    'postMeBackupCodes',
    { password: '' },
    { request: (body) => ({ body }), onDone: ({ backupCodes }) => setCodes(backupCodes) },
  );
  return (
    <Dialog onClose={onClose} title="New backup codes" closeOnClickOutside={codes === null}>
      {codes ? (
        <Stack>
          <Text size="sm">
            Save these codes somewhere safe. Each works once. You won't see them again, and your
            previous codes no longer work.
          </Text>
          <BackupCodes codes={codes} />
          <Group justify="flex-end">
            <Button onClick={onClose}>Done</Button>
          </Group>
        </Stack>
      ) : (
        <form {...form}>
          <Stack>
            <CurrentPasswordInput {...field('password')} />
            <FormFooter failure={failure} verb="Generate codes" busy={busy} />
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
