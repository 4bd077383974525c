import { Text } from '@mantine/core';
import type { Member } from '@outcrop/contract';
import { useWrite } from '../../api/lines.ts';
import { useMe, useWorkspace } from '../../api/session.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { announce } from '../../parts/live-region.tsx';

interface Props {
  member: Member;
  onClose: () => void;
}

export function RemoveMember({ member, onClose }: Props) {
  const { user: me } = useMe();
  const { name: workspace } = useWorkspace();
  const isMe = member.userId === me.id;
  // Whoever has left may not read this page again.
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
        {tokensOf(member, isMe)} {whatElse(member, isMe)}
      </Text>
    </Confirm>
  );
}

function tokensOf({ name, activeTokens }: Member, isMe: boolean): string {
  const owner = isMe ? 'You own' : `${name} owns`;
  if (activeTokens === 0) return `${owner} no active token.`;
  if (activeTokens === 1) return `${owner} 1 active token, and what uses it is disconnected.`;
  return `${owner} ${activeTokens} active tokens, and what uses them is disconnected.`;
}

function whatElse({ kind }: Member, isMe: boolean): string {
  if (kind === 'integration') return 'It is removed for good.';
  const who = isMe ? 'You lose' : 'They lose';
  return `${who} access at once. What was made stays, and an Admin can invite ${isMe ? 'you' : 'them'} again.`;
}
