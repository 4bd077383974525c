import { useQuery } from '@tanstack/react-query';
import { manageClient, noWorkspace } from '../../api/manage.ts';
import { ButtonLink, TextLink } from '../../components/links.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { SignInFrame } from '../../features/sign-in/frame.tsx';
import { isInvalidLink, useEnterConsole, useLinkSecret } from './enter-console.ts';

/** The target of a one-time sign-in link; signs in automatically. */
export default function OneTimeLink() {
  const code = useLinkSecret();
  const enterConsole = useEnterConsole();
  const signIn = useQuery({
    queryKey: ['sign-in-link', code],
    queryFn: async () => {
      await manageClient(noWorkspace).call('postSignInLink', { body: { code } });
      await enterConsole();
      return null;
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isInvalidLink(signIn.error))
    return (
      <SignInFrame
        title="This link has expired or was already used"
        description="Sign-in links work once. Sign in with your password, or ask your administrator for a new link."
      >
        <ButtonLink to="/sign-in" fullWidth mt="md">
          Sign in
        </ButtonLink>
      </SignInFrame>
    );
  return (
    <SignInFrame
      title="Signing in"
      footer={<TextLink to="/sign-in">Sign in with a password</TextLink>}
    >
      <QueryBoundary query={signIn} what="your account">
        {() => null}
      </QueryBoundary>
    </SignInFrame>
  );
}
