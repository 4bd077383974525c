import { Text } from '@mantine/core';
import type { Token } from '@outcrop/contract';
import { useWrite } from '../../api/endpoints.ts';
import { useMe } from '../../api/session.ts';
import { Confirm } from '../../components/confirm.tsx';
import { announce } from '../../components/live-region.tsx';
import { LastUsed } from './last-used.tsx';

interface Props {
  token: Token;
  onClose: () => void;
}

export function RevokeToken({ token, onClose }: Props) {
  const { user: me } = useMe();
  const revoke = useWrite('deleteToken', ['getTokens', 'getMembers']);
  return (
    <Confirm
      title={`Revoke "${token.name}"`}
      verb="Revoke"
      onClose={onClose}
      onConfirm={async () => {
        await revoke.mutateAsync({ params: { tokenId: token.id } });
        announce(`Revoked ${token.name}`);
      }}
    >
      <Text size="sm">
        The token ending in <code>{token.lastFour}</code> acts as{' '}
        {token.user.id === me.id ? 'you' : token.user.name} and was{' '}
        <LastUsed at={token.lastUsedAt} />. Anything that uses it is disconnected immediately. This
        can’t be undone.
      </Text>
    </Confirm>
  );
}
