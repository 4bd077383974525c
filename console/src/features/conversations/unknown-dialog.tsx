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
  what: 'email' | 'reply';
  recipient: string | null;
  markSent: Decision;
  sendAgain: Decision;
  onClose: () => void;
}

/** The connection was lost after the last line, so only a person can say whether it arrived. */
export function UnknownDialog({ what, recipient, markSent, sendAgain, onClose }: Props) {
  // What was decided may take the dialog away before the answer is here, so this must not depend on it.
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
      title={`Was the ${what} to ${recipient ?? 'this prospect'} sent?`}
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
            onClick={() => void decide(sendAgain, `The ${what} is sent again.`)}
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
