import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import type { ManageData } from '@outcrop/contract';
import { useQuery } from '@tanstack/react-query';
import { manageOf, nowhere } from '../api/manage.ts';
import { withArticle } from '../api/roles.ts';
import { me } from '../api/session.ts';
import { FailureNote } from '../parts/failure-note.tsx';
import { useLineForm } from '../parts/line-form.ts';
import { ButtonLink, TextLink } from '../parts/links.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { useArrive, useSecretOfLink } from './arrival.ts';
import { SignInFrame } from './frame.tsx';

/** Where the link of an invitation leads. */
export default function Invitation() {
  const code = useSecretOfLink();
  const look = useQuery({
    queryKey: ['invitation', code],
    queryFn: () => manageOf(nowhere).call('postInvitationsLook', { body: { code } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
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
    <SignInFrame title={titleOf(props)} about={aboutOf(props)}>
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

/** Someone with an account signs in first, and comes back here by the same link. */
function Accept(props: Props) {
  const arrive = useArrive();
  const signedIn = useQuery({ ...me, retry: false });
  const { form, failure, busy } = useLineForm(
    'postInvitationsAccept',
    {},
    {
      request: () => ({ body: { code: props.code } }),
      onDone: ({ workspaceId }) => arrive(`/w/${workspaceId}`),
    },
  );
  const isThem = signedIn.data?.user.email === props.invitation.email;
  return (
    <SignInFrame title={titleOf(props)} about={aboutOf(props)}>
      {isThem ? (
        <form {...form}>
          <Stack>
            <FailureNote error={failure} />
            <Button type="submit" loading={busy} fullWidth>
              Join
            </Button>
          </Stack>
        </form>
      ) : (
        <Stack mt="md">
          <Text size="sm" c="dimmed">
            This address has an account already. Sign in with it, and come back by itself.
          </Text>
          <ButtonLink to="/sign-in" search={{ next: '/invitation' }} fullWidth>
            Sign in
          </ButtonLink>
        </Stack>
      )}
    </SignInFrame>
  );
}
