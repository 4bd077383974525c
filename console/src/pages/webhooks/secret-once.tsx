import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { Snippets } from '../../parts/snippet.tsx';
import { verifySnippets } from './verify-snippets.ts';

interface Props {
  secret: string;
  /** What else must be known about it. */
  children?: ReactNode;
  onDone: () => void;
}

/** The one time a secret is seen, and what is done with it. */
export const SecretOnce = ({ secret, children, onDone }: Props) => (
  <Stack>
    <Text>Copy the signing secret now. It is not shown again.</Text>
    <ShownOnce value={secret} what="secret" />
    {children}
    <Text c="dimmed" size="sm">
      Whoever knows the address can send to it. Give your receiver the secret as
      OUTCROP_WEBHOOK_SECRET, and believe only what verifies:
    </Text>
    <Snippets snippets={verifySnippets} />
    <Group justify="flex-end">
      <Button onClick={onDone}>I have copied it</Button>
    </Group>
  </Stack>
);
