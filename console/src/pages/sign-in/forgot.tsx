import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../api/endpoints.ts';
import { useEndpointForm } from '../../components/endpoint-form.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { TextLink } from '../../components/links.tsx';
import { Snippet } from '../../components/snippet.tsx';
import { SignInFrame } from '../../features/sign-in/frame.tsx';

const backLink = <TextLink to="/sign-in">Back to sign in</TextLink>;

export default function Forgot() {
  const setup = useRead('getSetup');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { form, field, failure, busy } = useEndpointForm(
    'postPasswordForgot',
    { email: '' },
    { request: (body) => ({ body }), onDone: (_, { email }) => setSentTo(email) },
  );
  if (setup.data?.mail === false) return <WithoutEmail />;
  if (sentTo !== null)
    return (
      <SignInFrame
        title="Check your email"
        description={`If ${sentTo} has an account, you'll get a reset link. It works once and expires in 1 hour.`}
        footer={backLink}
      />
    );
  return (
    <SignInFrame
      title="Forgot your password?"
      description="Enter your email and we'll send you a link to reset it."
      footer={backLink}
    >
      <form {...form}>
        <Stack>
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            autoFocus
            {...field('email')}
          />
          <FailureNote error={failure} />
          <Button type="submit" loading={busy} fullWidth>
            Send link
          </Button>
        </Stack>
      </form>
    </SignInFrame>
  );
}

const WithoutEmail = () => (
  <SignInFrame
    title="Contact your administrator"
    description="Email isn't set up on this instance. Your administrator can create a one-time sign-in link:"
    footer={backLink}
  >
    <Snippet label="command" code="npm run account -- sign-in-link <email>" />
  </SignInFrame>
);
