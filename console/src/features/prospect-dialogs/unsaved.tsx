import { Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { Confirm } from '../../components/confirm.tsx';

/** Whether an edit would be lost. A promise waits for the end of a save. */
type IsUnsaved = () => boolean | Promise<boolean>;
/** The open edits, by field. */
export type UnsavedEdits = Map<string, IsUnsaved>;

interface Location {
  pathname: string;
  search: object;
}

interface Props {
  unsaved: UnsavedEdits;
  /** Whether the navigation would leave the edits. */
  isLeaving: (current: Location, next: Location) => boolean;
}

/** Asks before edits are lost by a link, a key, Back or closing the window. */
export function UnsavedGuard({ unsaved, isLeaving }: Props) {
  const edits = () => [...unsaved.values()].map((isUnsaved) => isUnsaved());
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      isLeaving(current, next) &&
      (await Promise.all([...unsaved.values()].map(async (isUnsaved) => isUnsaved()))).includes(
        true,
      ),
    enableBeforeUnload: () => edits().some((edit) => edit !== false),
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Confirm
      title="Discard changes?"
      verb="Discard changes"
      cancelVerb="Keep editing"
      onConfirm={async () => {
        unsaved.clear();
        proceed();
      }}
      onClose={reset}
    >
      <Text>Your changes have not been saved.</Text>
    </Confirm>
  );
}
