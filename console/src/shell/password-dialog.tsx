import { Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { passwordQuestion, Refused } from '../api/reauthentication.ts';
import { useMe } from '../api/session.ts';
import { FormEnd } from '../parts/form-end.tsx';
import { useLineForm } from '../parts/line-form.ts';

/** Asks for the password again where a call needs it; the call then goes on by itself. */
export function PasswordDialog() {
  const question = passwordQuestion.use();
  const refuse = () => question?.refused(new Refused('The password was not given.'));
  return (
    <Modal opened={question !== null} onClose={refuse} title="Your password, please" zIndex={300}>
      {question && <PasswordForm onDone={question.answered} onCancel={refuse} />}
    </Modal>
  );
}

function PasswordForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const { twoFactor, user } = useMe();
  const { form, field, failure, busy } = useLineForm(
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
          This cannot be done at an unattended screen. You will not be asked again for ten minutes.
        </Text>
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          data-autofocus
          {...field('password')}
        />
        {twoFactor && (
          <TextInput
            label="Code of your second factor"
            autoComplete="one-time-code"
            {...field('code')}
          />
        )}
        <FormEnd failure={failure} verb="Go on" busy={busy} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
