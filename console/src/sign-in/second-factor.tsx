import { Button, Stack, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { FailureNote } from '../parts/failure-note.tsx';
import { useLineForm } from '../parts/line-form.ts';
import { TextLink } from '../parts/links.tsx';
import { useArrive } from './arrival.ts';
import { SignInFrame } from './frame.tsx';

const route = getRouteApi('/second-factor');

export default function SecondFactor() {
  const { next } = route.useSearch();
  const arrive = useArrive();
  const { form, field, failure, busy } = useLineForm(
    'postSignInSecondFactor',
    { code: '' },
    { request: (body) => ({ body }), onDone: () => arrive(next) },
  );
  return (
    <SignInFrame
      title="Your second factor"
      about="The six digits that your authenticator shows now, or one of your backup codes."
      also={<TextLink to="/sign-in">Sign in as someone else</TextLink>}
    >
      <form {...form}>
        <Stack>
          <TextInput
            label="Code"
            autoComplete="one-time-code"
            autoFocus
            spellCheck={false}
            {...field('code')}
          />
          <FailureNote error={failure} />
          <Button type="submit" loading={busy} fullWidth>
            Go on
          </Button>
        </Stack>
      </form>
    </SignInFrame>
  );
}
