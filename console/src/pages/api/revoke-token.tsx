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
  const isBrowser = token.kind === 'browser';
  const verb = isBrowser ? 'Disconnect' : 'Revoke';
  return (
    <Confirm
      title={`${verb} "${token.name}"`}
      verb={verb}
      onClose={onClose}
      onConfirm={async () => {
        await revoke.mutateAsync({ params: { tokenId: token.id } });
        announce(`${isBrowser ? 'Disconnected' : 'Revoked'} ${token.name}`);
      }}
    >
      <Text size="sm">
        {isBrowser ? (
          'This browser acts as '
        ) : (
          <>
            The token ending in <code>{token.lastFour}</code> acts as{' '}
          </>
        )}
        {token.user.id === me.id ? 'you' : token.user.name} and was{' '}
        <LastUsed at={token.lastUsedAt} />.{' '}
        {isBrowser
          ? 'It is disconnected immediately, and can be connected again with a new code.'
          : 'Anything that uses it is disconnected immediately. This can’t be undone.'}
      </Text>
    </Confirm>
  );
}
