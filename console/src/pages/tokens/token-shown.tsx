import { Button, Group, Stack, Text } from '@mantine/core';
import { Dialog } from '../../parts/dialog.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { Snippets } from '../../parts/snippet.tsx';
import { callSnippets, publicApi } from './call-snippets.ts';
import { TestCall } from './test-call.tsx';
import classes from './tokens.module.css';

interface Props {
  secret: string;
  onClose: () => void;
}

/** The only moment at which a token can be seen. */
export const TokenShown = ({ secret, onClose }: Props) => (
  <Dialog title="Your new token" size={680} onClose={onClose} closeOnClickOutside={false}>
    <Stack>
      <Text size="sm">
        Copy it now and keep it like a password: it is not shown again. If you lose it, revoke it
        and generate another.
      </Text>
      <ShownOnce value={secret} what="token" />
      <div>
        <h3 className={classes.heading}>Try it</h3>
        <Snippets snippets={callSnippets(window.location.origin + publicApi, secret)} />
      </div>
      <TestCall token={secret} />
      <Group justify="flex-end">
        <Button onClick={onClose}>I have kept it</Button>
      </Group>
    </Stack>
  </Dialog>
);
