import { useState } from 'react';
import { useWrite } from '../../api/endpoints.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { UnknownDialog } from '../../features/conversations/unknown-dialog.tsx';

const refreshes = ['getConversation', 'getConversations'] as const;

interface Props {
  replyId: string;
  recipient: string;
}

/** Lets the user decide whether an unknown reply was sent. */
export function DecideUnknown({ replyId, recipient }: Props) {
  const disabledReason = useDisabledReason('member');
  const [isDeciding, setDeciding] = useState(false);
  const markSent = useWrite('postReplyMarkSent', [...refreshes]);
  const sendAgain = useWrite('postReplySendAgain', [...refreshes]);
  const request = { params: { replyId }, body: {} };
  return (
    <>
      <ActionButton
        size="compact-sm"
        variant="default"
        disabledReason={disabledReason}
        onClick={() => setDeciding(true)}
      >
        Decide
      </ActionButton>
      {isDeciding && (
        <UnknownDialog
          messageKind="reply"
          recipient={recipient}
          markSent={{ ...markSent, run: () => markSent.mutateAsync(request) }}
          sendAgain={{ ...sendAgain, run: () => sendAgain.mutateAsync(request) }}
          onClose={() => setDeciding(false)}
        />
      )}
    </>
  );
}
