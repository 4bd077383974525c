import { Button, PasswordInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { useEndpointForm } from '../../components/endpoint-form.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { ButtonLink, TextLink } from '../../components/links.tsx';
import { SignInFrame } from '../../features/sign-in/frame.tsx';
import { useLinkSecret } from './enter-console.ts';

export default function Reset() {
  const code = useLinkSecret();
  const [done, setDone] = useState(false);
  const { form, field, failure, busy } = useEndpointForm(
    'postPasswordReset',
    { password: '' },
    { request: (body) => ({ body: { ...body, code } }), onDone: () => setDone(true) },
  );
  if (done)
    return (
      <SignInFrame
        title="Password changed"
        description="You've been signed out everywhere. Sign in with your new password."
      >
        <ButtonLink to="/sign-in" fullWidth mt="md">
          Sign in
        </ButtonLink>
      </SignInFrame>
    );
  return (
    <SignInFrame
      title="Set a new password"
      description="At least 10 characters. A few unrelated words work well."
      footer={<TextLink to="/forgot">Request a new link</TextLink>}
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
            Set password
          </Button>
        </Stack>
      </form>
    </SignInFrame>
  );
}
