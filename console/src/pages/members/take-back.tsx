import { Text } from '@mantine/core';
import type { Invitation } from '@outcrop/contract';
import { useWrite } from '../../api/lines.ts';
import { Confirm } from '../../parts/confirm.tsx';

interface Props {
  invitation: Invitation;
  onClose: () => void;
}

export function TakeBack({ invitation, onClose }: Props) {
  const takeBack = useWrite('deleteInvitation', ['getMembers']);
  return (
    <Confirm
      title="Take back the invitation"
      verb="Take back"
      onConfirm={() => takeBack.mutateAsync({ params: { invitationId: invitation.id } })}
      onClose={onClose}
    >
      <Text size="sm">The link that {invitation.email} was given no longer works.</Text>
    </Confirm>
  );
}
