import { Stack, Text } from '@mantine/core';
import { Dialog } from '../../components/dialog.tsx';
import { useEndpointForm } from '../../components/endpoint-form.ts';
import { FormFooter } from '../../components/form-footer.tsx';
import { CurrentPasswordInput } from './current-password-input.tsx';

export function RemoveSecondFactorDialog({ onClose }: { onClose: () => void }) {
  const { form, field, failure, busy } = useEndpointForm(
    'postMeSecondFactorRemove',
    { password: '' },
    { request: (body) => ({ body }), refreshes: ['getMe'], onDone: onClose },
  );
  return (
    <Dialog onClose={onClose} title="Turn off two-factor authentication">
      <form {...form}>
        <Stack>
          <Text size="sm">You'll only need your password to sign in.</Text>
          <CurrentPasswordInput {...field('password')} />
          <FormFooter
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
