import { Text } from '@mantine/core';
import type { Invitation } from '@outcrop/contract';
import { useWrite } from '../../api/endpoints.ts';
import { Confirm } from '../../components/confirm.tsx';

interface Props {
  invitation: Invitation;
  onClose: () => void;
}

export function RevokeInvitation({ invitation, onClose }: Props) {
  const revoke = useWrite('deleteInvitation', ['getMembers']);
  return (
    <Confirm
      title="Revoke invitation"
      verb="Revoke"
      onConfirm={() => revoke.mutateAsync({ params: { invitationId: invitation.id } })}
      onClose={onClose}
    >
      <Text size="sm">The invite link for {invitation.email} will stop working.</Text>
    </Confirm>
  );
}
