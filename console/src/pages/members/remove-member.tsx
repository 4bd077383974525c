import { Text } from '@mantine/core';
import type { Member } from '@outcrop/contract';
import { useWrite } from '../../api/endpoints.ts';
import { useMe, useWorkspace } from '../../api/session.ts';
import { Confirm } from '../../components/confirm.tsx';
import { announce } from '../../components/live-region.tsx';

interface Props {
  member: Member;
  onClose: () => void;
}

export function RemoveMember({ member, onClose }: Props) {
  const { user: me } = useMe();
  const { name: workspace } = useWorkspace();
  const isMe = member.userId === me.id;
  // After leaving, the user can no longer load this page.
  const remove = useWrite('deleteMember', isMe ? [] : ['getMembers', 'getTokens']);
  return (
    <Confirm
      title={isMe ? `Leave ${workspace}` : `Remove ${member.name}`}
      verb={isMe ? 'Leave' : 'Remove'}
      onConfirm={() => remove.mutateAsync({ params: { userId: member.userId } })}
      onDone={() => {
        if (isMe) return window.location.assign('/');
        announce(`Removed ${member.name}`);
        onClose();
      }}
      onClose={onClose}
    >
      <Text size="sm">
        {tokenEffect(member, isMe)} {accessEffect(member, isMe)}
      </Text>
    </Confirm>
  );
}

function tokenEffect({ name, activeTokens }: Member, isMe: boolean): string {
  const owner = isMe ? 'You own' : `${name} owns`;
  if (activeTokens === 0) return `${owner} no active tokens.`;
  if (activeTokens === 1)
    return `${owner} 1 active token. Anything that uses it will stop working.`;
  return `${owner} ${activeTokens} active tokens. Anything that uses them will stop working.`;
}

function accessEffect({ kind }: Member, isMe: boolean): string {
  if (kind === 'integration') return "This can't be undone.";
  if (isMe)
    return "You'll lose access immediately. Your work is kept, and an Admin can invite you again.";
  return "They'll lose access immediately. Their work is kept, and you can invite them again.";
}
