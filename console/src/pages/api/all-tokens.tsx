import { Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useRead, useWrite } from '../../api/endpoints.ts';
import { useWorkspace } from '../../api/session.ts';
import { ConfirmByTyping } from '../../components/confirm-by-typing.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { AffectedConnections } from './affected-connections.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';

const refreshes = ['getTokens', 'getTokensConnected', 'getMembers'] as const;

/** Revokes all tokens of the workspace and shows one new token. */
export function ReplaceAllTokens({ onClose }: { onClose: () => void }) {
  const { name: workspaceName } = useWorkspace();
  const connected = useRead('getTokensConnected');
  const replace = useWrite('postTokensRotate', [...refreshes]);
  const [name, setName] = useState('New token');
  const [secret, setSecret] = useState<string | null>(null);
  if (secret !== null) return <NewTokenDialog secret={secret} onClose={onClose} />;
  return (
    <ConfirmByTyping
      title="Replace all tokens"
      phrase={workspaceName}
      verb="Replace all"
      ready={connected.data !== undefined && name.trim() !== ''}
      onConfirm={() => replace.mutateAsync({ body: { workspaceName, name } })}
      onDone={(created) => setSecret(created.secret)}
      onClose={onClose}
    >
      <Text size="sm">
        All tokens in this workspace are revoked and replaced by one new token that acts as you.
      </Text>
      <QueryBoundary query={connected} what="the affected tokens">
        {(data) => <AffectedConnections {...data} />}
      </QueryBoundary>
      <TextInput
        label="New token name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        autoComplete="off"
      />
    </ConfirmByTyping>
  );
}

/** Revokes all tokens of the workspace without a replacement. */
export function RevokeAllTokens({ onClose }: { onClose: () => void }) {
  const { name: workspaceName } = useWorkspace();
  const connected = useRead('getTokensConnected');
  const revoke = useWrite('postTokensRevokeAll', [...refreshes]);
  return (
    <ConfirmByTyping
      title="Revoke all tokens"
      phrase={workspaceName}
      verb="Revoke all"
      ready={connected.data !== undefined}
      onClose={onClose}
      onConfirm={async () => {
        const { ended } = await revoke.mutateAsync({ body: { workspaceName } });
        notifications.show({ message: `${ended} ${ended === 1 ? 'token' : 'tokens'} revoked` });
      }}
    >
      <Text size="sm">
        All tokens in this workspace are revoked. Reconnect the extension and each integration with
        a new token.
      </Text>
      <QueryBoundary query={connected} what="the affected tokens">
        {(data) => <AffectedConnections {...data} />}
      </QueryBoundary>
    </ConfirmByTyping>
  );
}
