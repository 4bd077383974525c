import { Stack, Text } from '@mantine/core';
import { Dialog } from '../parts/dialog.tsx';
import { FormEnd } from '../parts/form-end.tsx';
import { useLineForm } from '../parts/line-form.ts';
import { YourPassword } from './password-field.tsx';

export function RemoveSecondFactorDialog({ onClose }: { onClose: () => void }) {
  const { form, field, failure, busy } = useLineForm(
    'postMeSecondFactorRemove',
    { password: '' },
    { request: (body) => ({ body }), refreshes: ['getMe'], onDone: onClose },
  );
  return (
    <Dialog onClose={onClose} title="Turn off the second factor">
      <form {...form}>
        <Stack>
          <Text size="sm">From then on your password alone is enough to sign in.</Text>
          <YourPassword {...field('password')} />
          <FormEnd
            failure={failure}
            verb="Turn off"
            busy={busy}
            color="danger"
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
