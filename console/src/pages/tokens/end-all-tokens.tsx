import { Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useRead, useWrite } from '../../api/lines.ts';
import { useWorkspace } from '../../api/session.ts';
import { ConfirmByTyping } from '../../parts/confirm-by-typing.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Connected } from './connected.tsx';
import { TokenShown } from './token-shown.tsx';

const changed = ['getTokens', 'getTokensConnected', 'getMembers'] as const;

/** Ends every token of the workspace and shows the one that takes their place. */
export function RotateTokens({ onClose }: { onClose: () => void }) {
  const { name: workspaceName } = useWorkspace();
  const connected = useRead('getTokensConnected');
  const rotate = useWrite('postTokensRotate', [...changed]);
  const [name, setName] = useState('Rotated token');
  const [secret, setSecret] = useState<string | null>(null);
  if (secret !== null) return <TokenShown secret={secret} onClose={onClose} />;
  return (
    <ConfirmByTyping
      title="Rotate the token"
      phrase={workspaceName}
      phraseIs="the workspace's name"
      verb="Rotate"
      ready={connected.data !== undefined && name.trim() !== ''}
      onConfirm={() => rotate.mutateAsync({ body: { workspaceName, name } })}
      onDone={(made) => setSecret(made.secret)}
      onClose={onClose}
    >
      <Text size="sm">
        Every token of this workspace ends, whoever made it, and one new token takes their place. It
        acts as you.
      </Text>
      <Loaded query={connected} what="what would be disconnected">
        {(data) => <Connected {...data} />}
      </Loaded>
      <TextInput
        label="Name of the new token"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        autoComplete="off"
      />
    </ConfirmByTyping>
  );
}

/** Ends every token of the workspace, and puts nothing in their place. */
export function RevokeAllTokens({ onClose }: { onClose: () => void }) {
  const { name: workspaceName } = useWorkspace();
  const connected = useRead('getTokensConnected');
  const revoke = useWrite('postTokensRevokeAll', [...changed]);
  return (
    <ConfirmByTyping
      title="Revoke all tokens"
      phrase={workspaceName}
      phraseIs="the workspace's name"
      verb="Revoke all"
      ready={connected.data !== undefined}
      onClose={onClose}
      onConfirm={async () => {
        const { ended } = await revoke.mutateAsync({ body: { workspaceName } });
        notifications.show({ message: `${ended} ${ended === 1 ? 'token' : 'tokens'} ended.` });
      }}
    >
      <Text size="sm">
        Every token of this workspace ends, whoever made it. The extension and every program must be
        connected again, each with a new token.
      </Text>
      <Loaded query={connected} what="what would be disconnected">
        {(data) => <Connected {...data} />}
      </Loaded>
    </ConfirmByTyping>
  );
}
