import { useWrite } from '../../api/endpoints.ts';
import { UnknownDialog } from '../../features/conversations/unknown-dialog.tsx';
import type { OutboundEmail } from './campaign-labels.ts';

const refreshes = ['getCampaignMessages', 'getCampaignEnrollments'] as const;

export function DecideUnknown({ email, onClose }: { email: OutboundEmail; onClose: () => void }) {
  const markSent = useWrite('postMessageMarkSent', [...refreshes]);
  const sendAgain = useWrite('postMessageSendAgain', [...refreshes]);
  const request = { params: { messageId: email.id }, body: {} };
  return (
    <UnknownDialog
      messageKind="email"
      recipient={email.prospectName}
      markSent={{ ...markSent, run: () => markSent.mutateAsync(request) }}
      sendAgain={{ ...sendAgain, run: () => sendAgain.mutateAsync(request) }}
      onClose={onClose}
    />
  );
}
