import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useRead } from '../../api/endpoints.ts';
import { useEndpointForm } from '../../components/endpoint-form.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { TextLink } from '../../components/links.tsx';
import { Snippet } from '../../components/snippet.tsx';
import { SignInFrame } from '../../features/sign-in/frame.tsx';
import { useEnterConsole, useLinkSecret } from './enter-console.ts';

/** Sets up a new instance: the holder of the one-time link becomes its first Owner. */
export default function Claim() {
  const { data: setup } = useRead('getSetup');
  const code = useLinkSecret();
  if (setup?.claimed)
    return (
      <SignInFrame
        title="This instance is already set up"
        description="Ask an Admin to invite you."
        footer={<TextLink to="/sign-in">Sign in</TextLink>}
      />
    );
  if (code === '') return <WithoutCode />;
  return <ClaimForm code={code} />;
}

const WithoutCode = () => (
  <SignInFrame
    title="Set up Outcrop"
    description="No account exists yet. Open the one-time setup link from the server's startup log, or print a new one:"
  >
    <Snippet label="command" code="npm run account -- claim-link" />
  </SignInFrame>
);

function ClaimForm({ code }: { code: string }) {
  const enterConsole = useEnterConsole();
  const { form, field, failure, busy } = useEndpointForm(
    'postSetupClaim',
    { workspaceName: '', name: '', email: '', password: '' },
    {
      request: (body) => ({ body: { ...body, code } }),
      onDone: ({ workspaceId }) => enterConsole(`/w/${workspaceId}`),
    },
  );
  return (
    <SignInFrame
      title="Welcome to Outcrop"
      description="Create your workspace and account. You'll be the Owner."
    >
      <form {...form}>
        <Stack>
          <TextInput
            label="Workspace name"
            description="Your company or team."
            autoComplete="organization"
            autoFocus
            {...field('workspaceName')}
          />
          <TextInput label="Your name" autoComplete="name" {...field('name')} />
          <TextInput label="Email" type="email" autoComplete="username" {...field('email')} />
          <PasswordInput
            label="Password"
            description="At least 10 characters. A few unrelated words work well."
            autoComplete="new-password"
            {...field('password')}
          />
          <FailureNote error={failure} />
          <Button type="submit" loading={busy} fullWidth>
            Create workspace
          </Button>
        </Stack>
      </form>
    </SignInFrame>
  );
}
