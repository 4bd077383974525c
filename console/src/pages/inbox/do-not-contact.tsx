import { Text } from '@mantine/core';
import { Confirm } from '../../components/confirm.tsx';
import { useChange } from '../../features/prospect-dialogs/change.ts';
import { notifyWithUndo } from '../../features/tasks/notify-with-undo.tsx';

interface Props {
  prospectId: string;
  name: string;
  onDone: () => void;
  onClose: () => void;
}

/** Suppresses the prospect after confirmation; Undo is offered. */
export function DoNotContact({ prospectId, name, onDone, onClose }: Props) {
  const { change } = useChange(prospectId);
  return (
    <Confirm
      title={`Do not contact ${name}?`}
      verb="Do not contact"
      onConfirm={() => change({ action: 'suppress' })}
      onDone={() => {
        onClose();
        onDone();
        notifyWithUndo({
          title: `${name}: marked as Do not contact`,
          undo: async () => {
            await change({ action: 'unsuppress' });
            onDone();
          },
        });
      }}
      onClose={onClose}
    >
      <Text>
        Ends their campaigns and blocks replies from here, even if the prospect is deleted and
        imported again.
      </Text>
    </Confirm>
  );
}
