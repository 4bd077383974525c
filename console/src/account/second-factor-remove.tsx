import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { FailureNote } from '../parts/failure-note.tsx';
import { useLineForm } from '../parts/line-form.ts';

export function RemoveSecondFactorDialog({ onClose }: { onClose: () => void }) {
  const { form, field, failure, busy } = useLineForm(
    'postMeSecondFactorRemove',
    { password: '' },
    { request: (body) => ({ body }), refreshes: ['getMe'], onDone: onClose },
  );
  return (
    <Modal opened onClose={onClose} title="Turn off the second factor">
      <form {...form}>
        <Stack>
          <Text size="sm">From then on your password alone is enough to sign in.</Text>
          <PasswordInput
            label="Your password"
            autoComplete="current-password"
            data-autofocus
            {...field('password')}
          />
          <FailureNote error={failure} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" color="danger" loading={busy}>
              Turn off
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
