import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNote } from '../../components/failure-note.tsx';

interface Decision {
  isPending: boolean;
  error: unknown;
  run: () => Promise<unknown>;
}

interface Props {
  messageKind: 'email' | 'reply';
  recipient: string | null;
  markSent: Decision;
  sendAgain: Decision;
  onClose: () => void;
}

/** Asks whether an email arrived. The connection was lost after its last line, so only a person can know. */
export function UnknownDialog({ messageKind, recipient, markSent, sendAgain, onClose }: Props) {
  // The decision may unmount the dialog before the response arrives, so this does not depend on the dialog.
  const decide = async ({ run }: Decision, message: string) => {
    try {
      await run();
    } catch {
      return;
    }
    notifications.show({ message });
    onClose();
  };
  return (
    <Dialog
      title={`Was the ${messageKind} to ${recipient ?? 'this prospect'} sent?`}
      size="lg"
      onClose={onClose}
    >
      <Stack>
        <Text>
          The connection was lost while sending, so the mail server may have accepted it. It was not
          found in the Sent folder.
        </Text>
        <Text>
          Check the Sent folder of the mailbox, or ask the recipient. If it did arrive and you send
          it again, they get it twice.
        </Text>
        <FailureNote error={markSent.error ?? sendAgain.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Decide later
          </Button>
          <Button
            variant="default"
            loading={sendAgain.isPending}
            onClick={() => void decide(sendAgain, `The ${messageKind} is sent again.`)}
          >
            Send again
          </Button>
          <Button
            loading={markSent.isPending}
            onClick={() => void decide(markSent, 'Marked as sent.')}
          >
            Mark as sent
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
