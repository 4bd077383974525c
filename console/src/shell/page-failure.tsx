import { Button } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { ButtonLink } from '../parts/links.tsx';
import { ErrorState, State } from '../parts/states.tsx';
import { SignInFrame } from '../sign-in/frame.tsx';
import { useSignOut } from '../sign-in/sign-out.ts';

// Types are spelled out here: the router's own would otherwise depend on themselves through its links.

/** What is left of a page that broke: the reason, and a way to try again. */
export function PageFailure({ error, reset }: ErrorComponentProps): ReactElement {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return <ErrorState error={error} doing="show this page" onRetry={retry} heading="h1" />;
}

/** The same where there is no frame around the page yet. */
export const ConsoleFailure = (failure: ErrorComponentProps): ReactElement => (
  <main>
    <title>Outcrop</title>
    <PageFailure {...failure} />
  </main>
);

const nothing = {
  icon: IconMapOff,
  title: 'There is nothing at this address',
  heading: 'h1',
  action: <ButtonLink to="/">Go to your workspace</ButtonLink>,
} as const;

export const PageNotFound = (): ReactElement => (
  <>
    <title>{`${nothing.title} · Outcrop`}</title>
    <State {...nothing}>The page may have moved. The navigation lists all there are.</State>
  </>
);

export const NotFound = (): ReactElement => (
  <main>
    <title>{`${nothing.title} · Outcrop`}</title>
    <State {...nothing}>It may be in a workspace that you are not a member of.</State>
  </main>
);

/** Someone with an account whom no workspace has, or has any more. */
export function NoWorkspace(): ReactElement {
  const signOut = useSignOut();
  return (
    <SignInFrame
      title="You are in no workspace"
      about="Ask an Admin of yours to invite you. If you were just removed, they can tell you why."
    >
      <Button variant="default" onClick={() => signOut.mutate()} mt="md">
        Sign out
      </Button>
    </SignInFrame>
  );
}
