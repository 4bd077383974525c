import { Button, PasswordInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { FailureNote } from '../parts/failure-note.tsx';
import { useLineForm } from '../parts/line-form.ts';
import { ButtonLink, TextLink } from '../parts/links.tsx';
import { useSecretOfLink } from './arrival.ts';
import { SignInFrame } from './frame.tsx';

export default function Reset() {
  const code = useSecretOfLink();
  const [done, setDone] = useState(false);
  const { form, field, failure, busy } = useLineForm(
    'postPasswordReset',
    { password: '' },
    { request: (body) => ({ body: { ...body, code } }), onDone: () => setDone(true) },
  );
  if (done)
    return (
      <SignInFrame
        title="Your password is changed"
        about="Every session of your account has ended. Sign in with the new password."
      >
        <ButtonLink to="/sign-in" fullWidth mt="md">
          Sign in
        </ButtonLink>
      </SignInFrame>
    );
  return (
    <SignInFrame
      title="A new password"
      about="At least ten characters; a few unrelated words are good."
      also={<TextLink to="/forgot">Ask for another link</TextLink>}
    >
      <form {...form}>
        <Stack>
          <PasswordInput
            label="New password"
            autoComplete="new-password"
            autoFocus
            {...field('password')}
          />
          <FailureNote error={failure} />
          <Button type="submit" loading={busy} fullWidth>
            Set the password
          </Button>
        </Stack>
      </form>
    </SignInFrame>
  );
}
