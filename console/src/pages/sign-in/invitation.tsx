import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import type { ManageData } from '@outcrop/contract';
import { useQuery } from '@tanstack/react-query';
import { manageClient, noWorkspace } from '../../api/manage.ts';
import { roleWithArticle } from '../../api/roles.ts';
import { useEndpointForm } from '../../components/endpoint-form.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { ButtonLink, TextLink } from '../../components/links.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { SignInFrame } from '../../features/sign-in/frame.tsx';
import { isInvalidLink, useEnterConsole, useLinkSecret } from './enter-console.ts';

export default function Invitation() {
  const code = useLinkSecret();
  const lookup = useQuery({
    queryKey: ['invitation', code],
    queryFn: () => manageClient(noWorkspace).call('postInvitationsLook', { body: { code } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isInvalidLink(lookup.error))
    return (
      <SignInFrame
        title="This invitation has expired or was already used"
        description="Ask a workspace Admin to invite you again. If you've already joined, sign in."
      >
        <ButtonLink to="/sign-in" fullWidth mt="md">
          Sign in
        </ButtonLink>
      </SignInFrame>
    );
  if (!lookup.data)
    return (
      <SignInFrame title="Your invitation" footer={<TextLink to="/sign-in">Sign in</TextLink>}>
        <QueryBoundary query={lookup} what="the invitation">
          {() => null}
        </QueryBoundary>
      </SignInFrame>
    );
  return lookup.data.hasAccount ? (
    <Accept code={code} invitation={lookup.data} />
  ) : (
    <Join code={code} invitation={lookup.data} />
  );
}

interface Props {
  code: string;
  invitation: ManageData<'postInvitationsLook'>;
}

const titleOf = ({ invitation }: Props) => `Join ${invitation.workspaceName}`;
const descriptionOf = ({ invitation }: Props) =>
  `You've been invited as ${roleWithArticle(invitation.role)} with the email ${invitation.email}.`;

/** Always shown: the page must not reveal whether the email has an account. */
const SignInInstead = () => (
  <>
    Already have an account?{' '}
    <TextLink to="/sign-in" search={{ next: '/invitation' }}>
      Sign in
    </TextLink>
  </>
);

function Join(props: Props) {
  const enterConsole = useEnterConsole();
  const { form, field, failure, busy } = useEndpointForm(
    'postInvitationsAccept',
    { name: '', password: '' },
    {
      request: (body) => ({ body: { ...body, code: props.code } }),
      onDone: ({ workspaceId }) => enterConsole(`/w/${workspaceId}`),
    },
  );
  return (
    <SignInFrame
      title={titleOf(props)}
      description={descriptionOf(props)}
      footer={<SignInInstead />}
    >
      <form {...form}>
        <Stack>
          <input type="hidden" autoComplete="username" value={props.invitation.email} readOnly />
          <TextInput label="Your name" autoComplete="name" autoFocus {...field('name')} />
          <PasswordInput
            label="Password"
            description="At least 10 characters. A few unrelated words work well."
            autoComplete="new-password"
            {...field('password')}
          />
          <FailureNote error={failure} />
          <Button type="submit" loading={busy} fullWidth>
            Join
          </Button>
        </Stack>
      </form>
    </SignInFrame>
  );
}

/** For the invited user, once signed in. */
function Accept(props: Props) {
  const enterConsole = useEnterConsole();
  const { form, failure, busy } = useEndpointForm(
    'postInvitationsAccept',
    {},
    {
      request: () => ({ body: { code: props.code } }),
      onDone: ({ workspaceId }) => enterConsole(`/w/${workspaceId}`),
    },
  );
  return (
    <SignInFrame title={titleOf(props)} description={descriptionOf(props)}>
      <form {...form}>
        <Stack>
          <FailureNote error={failure} />
          <Button type="submit" loading={busy} fullWidth>
            Join
          </Button>
        </Stack>
      </form>
    </SignInFrame>
  );
}
