import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import type { ManageData } from '@outcrop/contract';
import { useQuery } from '@tanstack/react-query';
import { manageOf, nowhere } from '../api/manage.ts';
import { withArticle } from '../api/roles.ts';
import { FailureNote } from '../parts/failure-note.tsx';
import { useLineForm } from '../parts/line-form.ts';
import { ButtonLink, TextLink } from '../parts/links.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { isSpent, useArrive, useSecretOfLink } from './arrival.ts';
import { SignInFrame } from './frame.tsx';

/** Where the link of an invitation leads. */
export default function Invitation() {
  const code = useSecretOfLink();
  const look = useQuery({
    queryKey: ['invitation', code],
    queryFn: () => manageOf(nowhere).call('postInvitationsLook', { body: { code } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isSpent(look.error))
    return (
      <SignInFrame
        title="This invitation has expired or was already used"
        about="Ask an Admin of the workspace to invite you again. If you have joined it already, sign in."
      >
        <ButtonLink to="/sign-in" fullWidth mt="md">
          Sign in
        </ButtonLink>
      </SignInFrame>
    );
  if (!look.data)
    return (
      <SignInFrame title="Your invitation" also={<TextLink to="/sign-in">Sign in</TextLink>}>
        <Loaded query={look} what="the invitation">
          {() => null}
        </Loaded>
      </SignInFrame>
    );
  return look.data.hasAccount ? (
    <Accept code={code} invitation={look.data} />
  ) : (
    <Join code={code} invitation={look.data} />
  );
}

interface Props {
  code: string;
  invitation: ManageData<'postInvitationsLook'>;
}

const titleOf = ({ invitation }: Props) => `Join ${invitation.workspaceName}`;
const aboutOf = ({ invitation }: Props) =>
  `You were invited as ${withArticle(invitation.role)}, under the address ${invitation.email}.`;

/** Whether the address has an account is not told; whoever has one knows, and comes back by itself. */
const HaveAnAccount = () => (
  <>
    Already have an account?{' '}
    <TextLink to="/sign-in" search={{ next: '/invitation' }}>
      Sign in
    </TextLink>
  </>
);

function Join(props: Props) {
  const arrive = useArrive();
  const { form, field, failure, busy } = useLineForm(
    'postInvitationsAccept',
    { name: '', password: '' },
    {
      request: (body) => ({ body: { ...body, code: props.code } }),
      onDone: ({ workspaceId }) => arrive(`/w/${workspaceId}`),
    },
  );
  return (
    <SignInFrame title={titleOf(props)} about={aboutOf(props)} also={<HaveAnAccount />}>
      <form {...form}>
        <Stack>
          <input type="hidden" autoComplete="username" value={props.invitation.email} readOnly />
          <TextInput label="Your name" autoComplete="name" autoFocus {...field('name')} />
          <PasswordInput
            label="Password"
            description="At least ten characters; a few unrelated words are good."
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

/** For the person whom it is meant for, when they are signed in. */
function Accept(props: Props) {
  const arrive = useArrive();
  const { form, failure, busy } = useLineForm(
    'postInvitationsAccept',
    {},
    {
      request: () => ({ body: { code: props.code } }),
      onDone: ({ workspaceId }) => arrive(`/w/${workspaceId}`),
    },
  );
  return (
    <SignInFrame title={titleOf(props)} about={aboutOf(props)}>
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
