import { Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { Confirm } from '../../components/confirm.tsx';

const tabOf = (search: unknown): unknown => (search as { tab?: unknown }).tab;

/** Asks before unsaved changes are left: to another page or tab, or by closing the window. */
export function UnsavedGuard({ isDirty, onDiscard }: { isDirty: boolean; onDiscard?: () => void }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty &&
      (current.pathname !== next.pathname || tabOf(current.search) !== tabOf(next.search)),
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Confirm
      title="Discard unsaved changes?"
      verb="Discard changes"
      cancelVerb="Keep editing"
      onConfirm={async () => {
        onDiscard?.();
        proceed();
      }}
      onClose={reset}
    >
      <Text>Your changes have not been saved.</Text>
    </Confirm>
  );
}
