import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useRead } from '../api/lines.ts';
import { FailureNote } from '../parts/failure-note.tsx';
import { useLineForm } from '../parts/line-form.ts';
import { TextLink } from '../parts/links.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { useArrive, useSecretOfLink } from './arrival.ts';
import { SignInFrame } from './frame.tsx';

/** The first page of a new instance: whoever holds the one-time link becomes its first Owner. */
export default function Claim() {
  const { data: setup } = useRead('getSetup');
  const code = useSecretOfLink();
  if (setup?.claimed)
    return (
      <SignInFrame
        title="This instance has its Owner"
        about="It was claimed before. Ask an Admin to invite you."
        also={<TextLink to="/sign-in">Sign in</TextLink>}
      />
    );
  if (code === '') return <WithoutCode />;
  return <ClaimForm code={code} />;
}

const WithoutCode = () => (
  <SignInFrame
    title="A new instance"
    about="Nobody has an account here yet. The log of its first start holds a one-time link to claim it; this prints a new one:"
  >
    <Snippet label="command" code="npm run account -- claim-link" />
  </SignInFrame>
);

function ClaimForm({ code }: { code: string }) {
  const arrive = useArrive();
  const { form, field, failure, busy } = useLineForm(
    'postSetupClaim',
    { workspaceName: '', name: '', email: '', password: '' },
    {
      request: (body) => ({ body: { ...body, code } }),
      onDone: ({ workspaceId }) => arrive(`/w/${workspaceId}`),
    },
  );
  return (
    <SignInFrame
      title="Welcome to Outcrop"
      about="Make the first workspace and your account, which will own it."
    >
      <form {...form}>
        <Stack>
          <TextInput
            label="Name of the workspace"
            description="Your company, or the team that uses it."
            autoComplete="organization"
            autoFocus
            {...field('workspaceName')}
          />
          <TextInput label="Your name" autoComplete="name" {...field('name')} />
          <TextInput label="E-mail" type="email" autoComplete="username" {...field('email')} />
          <PasswordInput
            label="Password"
            description="At least ten characters; a few unrelated words are good."
            autoComplete="new-password"
            {...field('password')}
          />
          <FailureNote error={failure} />
          <Button type="submit" loading={busy} fullWidth>
            Claim this instance
          </Button>
        </Stack>
      </form>
    </SignInFrame>
  );
}
