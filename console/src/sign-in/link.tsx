import { useQuery } from '@tanstack/react-query';
import { manageOf, nowhere } from '../api/manage.ts';
import { TextLink } from '../parts/links.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { useArrive, useSecretOfLink } from './arrival.ts';
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
