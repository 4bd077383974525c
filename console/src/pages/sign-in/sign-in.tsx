import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useEndpointForm } from '../../components/endpoint-form.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { TextLink } from '../../components/links.tsx';
import { SignInFrame } from '../../features/sign-in/frame.tsx';
import { useEnterConsole } from './enter-console.ts';

const route = getRouteApi('/sign-in');

export default function SignIn(): ReactElement {
  const { next } = route.useSearch();
  const enterConsole = useEnterConsole();
  const navigate = useNavigate();
  const { form, field, failure, busy } = useEndpointForm(
    'postSignIn',
    { email: '', password: '' },
    {
      request: (body) => ({ body }),
      onDone: ({ secondFactor }) =>
        secondFactor
          ? navigate({ to: '/second-factor', search: next === undefined ? {} : { next } })
          : enterConsole(next),
    },
  );
  return (
    <SignInFrame title="Sign in" footer={<TextLink to="/forgot">Forgot your password?</TextLink>}>
      <form {...form}>
        <Stack>
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            autoFocus
            {...field('email')}
          />
          <PasswordInput label="Password" autoComplete="current-password" {...field('password')} />
          <FailureNote error={failure} />
          <Button type="submit" loading={busy} fullWidth>
            Sign in
          </Button>
        </Stack>
      </form>
    </SignInFrame>
  );
}
