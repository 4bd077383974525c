import { Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { manageOf, nowhere } from '../api/manage.ts';
import { passwordQuestion, Refused } from '../api/reauthentication.ts';
import { useMe } from '../api/session.ts';
import { FormEnd } from '../parts/form-end.tsx';

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
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const fresh = useMutation({
    mutationFn: () =>
      manageOf(nowhere).call('postMeFresh', { body: { password, ...(twoFactor && { code }) } }),
    onSuccess: onDone,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        fresh.mutate();
      }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          This cannot be done at an unattended screen. You will not be asked again for ten minutes.
        </Text>
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          required
          withAsterisk={false}
          data-autofocus
        />
        {twoFactor && (
          <TextInput
            label="Code of your second factor"
            autoComplete="one-time-code"
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            required
            withAsterisk={false}
          />
        )}
        <FormEnd failure={fresh.error} verb="Go on" busy={fresh.isPending} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
