import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { readPreference } from '../../browser/preferences.ts';
import { describeError } from '../../components/states.tsx';

/** How long Undo is offered to users who do not keep toasts. */
const undoOfferMs = 8_000;

interface UndoableChange {
  title: string;
  undo: () => Promise<unknown>;
}

export const notifyUndoFailed = (error: unknown): void =>
  void notifications.show({
    title: 'Could not undo',
    message: describeError(error).advice,
    color: 'danger',
  });

/** Confirms a change and offers to undo it. */
export function notifyWithUndo({ title, undo }: UndoableChange): void {
  const id = notifications.show({
    autoClose: readPreference('toasts') === 'stay' ? false : undoOfferMs,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span>{title}</span>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            notifications.hide(id);
            undo().catch(notifyUndoFailed);
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  });
}
