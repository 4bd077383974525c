import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../api/lines.ts';
import { FailureNote } from '../parts/failure-note.tsx';
import { useLineForm } from '../parts/line-form.ts';
import { TextLink } from '../parts/links.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { SignInFrame } from './frame.tsx';

const back = <TextLink to="/sign-in">Back to signing in</TextLink>;

export default function Forgot() {
  const setup = useRead('getSetup');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { form, field, failure, busy } = useLineForm(
    'postPasswordForgot',
    { email: '' },
    { request: (body) => ({ body }), onDone: (_, { email }) => setSentTo(email) },
  );
  if (setup.data?.mail === false) return <WithoutMail />;
  if (sentTo !== null)
    return (
      <SignInFrame
        title="Look into your mail"
        about={`If ${sentTo} has an account here, a link is on its way. It works once, for an hour.`}
        also={back}
      />
    );
  return (
    <SignInFrame
      title="Forgot your password?"
      about="Give your e-mail address, and you will be sent a link to set a new one."
      also={back}
    >
      <form {...form}>
        <Stack>
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="username"
            autoFocus
            {...field('email')}
          />
          <FailureNote error={failure} />
          <Button type="submit" loading={busy} fullWidth>
            Send the link
          </Button>
        </Stack>
      </form>
    </SignInFrame>
  );
}

const WithoutMail = () => (
  <SignInFrame
    title="Ask your operator"
    about="This instance cannot send mail. Whoever runs it can make a link that signs you in once:"
    also={back}
  >
    <Snippet label="command" code="npm run account -- sign-in-link <e-mail>" />
  </SignInFrame>
);
