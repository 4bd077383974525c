import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { FailureNote } from '../parts/failure-note.tsx';
import { useLineForm } from '../parts/line-form.ts';
import { TextLink } from '../parts/links.tsx';
import { useArrive } from './arrival.ts';
import { SignInFrame } from './frame.tsx';

const route = getRouteApi('/sign-in');

export default function SignIn() {
  const { next } = route.useSearch();
  const arrive = useArrive();
  const navigate = useNavigate();
  const { form, field, failure, busy } = useLineForm(
    'postSignIn',
    { email: '', password: '' },
    {
      request: (body) => ({ body }),
      onDone: ({ secondFactor }) =>
        secondFactor
          ? navigate({ to: '/second-factor', search: next === undefined ? {} : { next } })
          : arrive(next),
    },
  );
  return (
    <SignInFrame title="Sign in" also={<TextLink to="/forgot">Forgot your password?</TextLink>}>
      <form {...form}>
        <Stack>
          <TextInput
            label="E-mail"
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
