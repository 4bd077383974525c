import { Button } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { ButtonLink } from '../components/links.tsx';
import { ErrorState, State } from '../components/states.tsx';
import { SignInFrame } from '../features/sign-in/frame.tsx';
import { useSignOut } from '../features/sign-in/sign-out.ts';

// Explicit return types: inferred ones would make the router's type circular through its links.

export function PageFailure({ error, reset }: ErrorComponentProps): ReactElement {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return <ErrorState error={error} failedAction="show this page" onRetry={retry} heading="h1" />;
}

/** The same outside the shell. */
export const ConsoleFailure = (failure: ErrorComponentProps): ReactElement => (
  <main>
    <title>Outcrop</title>
    <PageFailure {...failure} />
  </main>
);

const notFoundState = {
  icon: IconMapOff,
  title: 'Page not found',
  heading: 'h1',
  action: <ButtonLink to="/">Go to your workspace</ButtonLink>,
} as const;

export const PageNotFound = (): ReactElement => (
  <>
    <title>{`${notFoundState.title} · Outcrop`}</title>
    <State {...notFoundState}>Choose a page from the menu.</State>
  </>
);

export const NotFound = (): ReactElement => (
  <main>
    <title>{`${notFoundState.title} · Outcrop`}</title>
    <State {...notFoundState}>It may be in a workspace you don't have access to.</State>
  </main>
);

/** For users who are not a member of any workspace. */
export function NoWorkspace(): ReactElement {
  const signOut = useSignOut();
  return (
    <SignInFrame
      title="You're not in any workspace"
      description="Ask a workspace Admin to invite you."
    >
      <Button variant="default" onClick={() => signOut.mutate()} mt="md">
        Sign out
      </Button>
    </SignInFrame>
  );
}
