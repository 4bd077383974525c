import { Text } from '@mantine/core';
import type { Token } from '@outcrop/contract';
import { useWrite } from '../../api/lines.ts';
import { useMe } from '../../api/session.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { announce } from '../../parts/live-region.tsx';
import { LastUse } from './last-use.tsx';

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
        The token that ends in <code>{token.lastFour}</code> acts as{' '}
        {token.user.id === me.id ? 'you' : token.user.name} and was{' '}
        <LastUse at={token.lastUsedAt} />. Whatever uses it is disconnected at once. This cannot be
        taken back.
      </Text>
    </Confirm>
  );
}
