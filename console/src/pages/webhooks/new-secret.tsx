import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { OneTimeSecret } from '../../components/one-time-secret.tsx';
import { Snippets } from '../../components/snippet.tsx';
import { verifySnippets } from './verify-snippets.ts';

interface Props {
  secret: string;
  children?: ReactNode;
  onDone: () => void;
}

/** The secret is shown only here. */
export const NewSecret = ({ secret, children, onDone }: Props) => (
  <Stack>
    <Text>Copy the signing secret now. You won’t see it again.</Text>
    <OneTimeSecret value={secret} what="secret" />
    {children}
    <Text c="dimmed" size="sm">
      Anyone who knows the URL can send requests to it. Set the secret as OUTCROP_WEBHOOK_SECRET in
      your receiver and verify every request:
    </Text>
    <Snippets snippets={verifySnippets} />
    <Group justify="flex-end">
      <Button onClick={onDone}>Done</Button>
    </Group>
  </Stack>
);
