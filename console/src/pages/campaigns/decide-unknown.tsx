import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useWrite } from '../../api/endpoints.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import type { OutboundEmail } from './campaign-labels.ts';

/** The connection was lost after the last line, so only a person can say whether it arrived. */
export function DecideUnknown({ email, onClose }: { email: OutboundEmail; onClose: () => void }) {
  const markSent = useWrite('postMessageMarkSent', [
    'getCampaignMessages',
    'getCampaignEnrollments',
  ]);
  const sendAgain = useWrite('postMessageSendAgain', [
    'getCampaignMessages',
    'getCampaignEnrollments',
  ]);
  const request = { params: { messageId: email.id }, body: {} };
  const done = (message: string) => ({
    onSuccess: () => {
      notifications.show({ message });
      onClose();
    },
  });
  return (
    <Dialog title={`Was the email to ${email.prospectName} sent?`} size="lg" onClose={onClose}>
      <Stack>
        <Text>
          The connection was lost after the last line, so the mail server may have accepted it. It
          was not found in the Sent folder. It is never sent again by itself.
        </Text>
        <Text>
          Look in the Sent folder of the mailbox, or ask the recipient. If you send it again and it
          did arrive, they get it twice.
        </Text>
        <FailureNote error={markSent.error ?? sendAgain.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Decide later
          </Button>
          <Button
            variant="default"
            loading={sendAgain.isPending}
            onClick={() => sendAgain.mutate(request, done('The email is sent again.'))}
          >
            Send again
          </Button>
          <Button
            loading={markSent.isPending}
            onClick={() => markSent.mutate(request, done('Marked as sent.'))}
          >
            Mark as sent
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
