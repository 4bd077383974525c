import { Button, Stack, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useEndpointForm } from '../../components/endpoint-form.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { TextLink } from '../../components/links.tsx';
import { SignInFrame } from '../../features/sign-in/frame.tsx';
import { useEnterConsole } from './enter-console.ts';

const route = getRouteApi('/second-factor');

export default function SecondFactor() {
  const { next } = route.useSearch();
  const enterConsole = useEnterConsole();
  const { form, field, failure, busy } = useEndpointForm(
    'postSignInSecondFactor',
    { code: '' },
    { request: (body) => ({ body }), onDone: () => enterConsole(next) },
  );
  return (
    <SignInFrame
      title="Two-factor authentication"
      description="Enter the 6-digit code from your authenticator app, or a backup code."
      footer={<TextLink to="/sign-in">Use a different account</TextLink>}
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
            Continue
          </Button>
        </Stack>
      </form>
    </SignInFrame>
  );
}
