import { OutcropError } from '@outcrop/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { manageClient } from '../../api/manage.ts';
import { useMe } from '../../api/session.ts';
import { readPreference } from '../../browser/preferences.ts';
import { ButtonLink } from '../../components/links.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { SignInFrame } from '../../features/sign-in/frame.tsx';
import { mailboxToSignIn } from './sign-in.ts';

const route = getRouteApi('/mailboxes/connected');

/** Where the provider of a mailbox returns to after signing in. */
export default function MailboxConnected() {
  const { code, state } = route.useSearch();
  return code && state ? (
    <CompleteSignIn code={code} state={state} />
  ) : (
    <NotConnected>The sign-in was canceled at your email provider. Start again.</NotConnected>
  );
}

function CompleteSignIn({ code, state }: { code: string; state: string }) {
  const { workspaces } = useMe();
  const workspaceId = mailboxToSignIn()?.workspaceId ?? readPreference('workspace');
  const workspace = workspaces.find(({ id }) => id === workspaceId) ?? workspaces[0];
  const signIn = useQuery({
    queryKey: ['mailbox-sign-in', state],
    queryFn: async () => {
      const client = manageClient(workspace!.id);
      // A code works once. With the same key, a reloaded page gets the first response.
      const idempotencyKey = `mailbox-${state.slice(-64)}`;
      const { mailboxId } = await client.call('postMailboxesSignIn', {
        body: { code, state },
        idempotencyKey,
      });
      return client.call('getMailbox', { params: { mailboxId } });
    },
    enabled: workspace !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!workspace) return <NotConnected>You are not a member of a workspace.</NotConnected>;
  const { error } = signIn;
  if (error instanceof OutcropError && error.code === 'validation_error')
    return <NotConnected>{error.message}</NotConnected>;
  if (!signIn.data)
    return (
      <SignInFrame title="Connecting your mailbox">
        <QueryBoundary query={signIn} what="the mailbox">
          {() => null}
        </QueryBoundary>
      </SignInFrame>
    );
  return (
    <SignInFrame
      title="Mailbox connected"
      description={`${signIn.data.mailbox.address} is signed in. It sends emails after its first successful test.`}
    >
      <OpenMailbox workspaceId={workspace.id} mailboxId={signIn.data.mailbox.id} />
    </SignInFrame>
  );
}

const NotConnected = ({ children }: { children: string }) => (
  <SignInFrame title="Mailbox not connected" description={children}>
    <NextPage />
  </SignInFrame>
);

/** The mailbox, where the user can sign in again. */
function NextPage() {
  const params = mailboxToSignIn();
  return params ? (
    <OpenMailbox {...params} />
  ) : (
    <ButtonLink to="/" fullWidth mt="md">
      Open console
    </ButtonLink>
  );
}

const OpenMailbox = (params: { workspaceId: string; mailboxId: string }) => (
  <ButtonLink to="/w/$workspaceId/settings/mailboxes/$mailboxId" params={params} fullWidth mt="md">
    Open mailbox
  </ButtonLink>
);
