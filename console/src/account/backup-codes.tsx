import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { FailureNote } from '../parts/failure-note.tsx';
import { useLineForm } from '../parts/line-form.ts';
import { Snippet } from '../parts/snippet.tsx';

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
    <Modal opened onClose={onClose} title="New backup codes">
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
            <PasswordInput
              label="Your password"
              autoComplete="current-password"
              data-autofocus
              {...field('password')}
            />
            <FailureNote error={failure} />
            <Group justify="flex-end">
              <Button type="submit" loading={busy}>
                Make new codes
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
