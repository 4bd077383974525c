import { useQuery } from '@tanstack/react-query';
import { manageOf, nowhere } from '../api/manage.ts';
import { ButtonLink, TextLink } from '../parts/links.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { isSpent, useArrive, useSecretOfLink } from './arrival.ts';
import { SignInFrame } from './frame.tsx';

/** Where a one-time link of the operator leads: it signs in by itself. */
export default function OneTimeLink() {
  const code = useSecretOfLink();
  const arrive = useArrive();
  const entering = useQuery({
    queryKey: ['sign-in-link', code],
    queryFn: async () => {
      await manageOf(nowhere).call('postSignInLink', { body: { code } });
      await arrive();
      return null;
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isSpent(entering.error))
    return (
      <SignInFrame
        title="This link has expired or was already used"
        about="A sign-in link works once. Sign in with your password, or ask your administrator for a new link."
      >
        <ButtonLink to="/sign-in" fullWidth mt="md">
          Sign in
        </ButtonLink>
      </SignInFrame>
    );
  return (
    <SignInFrame
      title="Signing in"
      also={<TextLink to="/sign-in">Sign in with a password</TextLink>}
    >
      <Loaded query={entering} what="your account">
        {() => null}
      </Loaded>
    </SignInFrame>
  );
}
