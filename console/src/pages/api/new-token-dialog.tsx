import { Button, Group, Stack, Text } from '@mantine/core';
import { publicApi } from '../../api/public-api.ts';
import { Dialog } from '../../components/dialog.tsx';
import { OneTimeSecret } from '../../components/one-time-secret.tsx';
import { Snippets } from '../../components/snippet.tsx';
import { callSnippets } from './call-snippets.ts';
import { TestCall } from './test-call.tsx';
import classes from './tokens.module.css';

interface Props {
  secret: string;
  onClose: () => void;
}

/** The token is shown only here. */
export const NewTokenDialog = ({ secret, onClose }: Props) => (
  <Dialog title="Your new token" size={680} onClose={onClose} closeOnClickOutside={false}>
    <Stack>
      <Text size="sm">
        Copy it now and store it like a password. You won’t see it again. If you lose it, revoke it
        and generate a new one.
      </Text>
      <OneTimeSecret value={secret} what="token" />
      <div>
        <h3 className={classes.heading}>Try it</h3>
        <Snippets snippets={callSnippets(window.location.origin + publicApi, secret)} />
      </div>
      <TestCall token={secret} />
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  </Dialog>
);
