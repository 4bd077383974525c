import { Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { PasswordPromptCanceled, passwordPrompt } from '../api/reauthentication.ts';
import { useMe } from '../api/session.ts';
import { useEndpointForm } from '../components/endpoint-form.ts';
import { FormFooter } from '../components/form-footer.tsx';

/** Asks for the password when a call needs it; the call then continues. */
export function PasswordDialog() {
  const prompt = passwordPrompt.use();
  const cancel = () =>
    prompt?.reject(new PasswordPromptCanceled('The password prompt was canceled.'));
  return (
    <Modal opened={prompt !== null} onClose={cancel} title="Confirm it's you" zIndex={300}>
      {prompt && <PasswordForm onDone={prompt.resolve} onCancel={cancel} />}
    </Modal>
  );
}

function PasswordForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const { twoFactor, user } = useMe();
  const { form, field, failure, busy } = useEndpointForm(
    'postMeFresh',
    { password: '', code: '' },
    {
      request: ({ password, code }) => ({ body: { password, ...(twoFactor && { code }) } }),
      onDone,
    },
  );
  return (
    <form {...form}>
      <Stack>
        <Text size="sm" c="dimmed">
          Enter your password to continue. You won't be asked again for 10 minutes.
        </Text>
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          data-autofocus
          {...field('password')}
        />
        {twoFactor && (
          <TextInput label="Two-factor code" autoComplete="one-time-code" {...field('code')} />
        )}
        <FormFooter failure={failure} verb="Continue" busy={busy} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
