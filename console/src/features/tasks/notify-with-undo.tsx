import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { readPreference } from '../../browser/preferences.ts';
import { notifyFailure } from '../../components/notify-failure.ts';

/** How long Undo is offered to users who do not keep toasts. */
const undoOfferMs = 8_000;

interface UndoableChange {
  title: string;
  /** What was changed: "stage <id>". An earlier change of the same can no longer be undone. */
  changed?: readonly string[];
  undo: () => Promise<unknown>;
}

export const notifyUndoFailed = (error: unknown): void => notifyFailure('Could not undo', error);

/** What the offers on screen are about, by notification. */
const offers = new Map<string, readonly string[]>();

/** Confirms a change and offers to undo it. */
export function notifyWithUndo({ title, changed = [], undo }: UndoableChange): void {
  for (const [earlier, its] of offers)
    if (its.some((each) => changed.includes(each))) notifications.hide(earlier);
  const id = notifications.show({
    autoClose: readPreference('toasts') === 'stay' ? false : undoOfferMs,
    onClose: () => offers.delete(id),
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
  offers.set(id, changed);
}
