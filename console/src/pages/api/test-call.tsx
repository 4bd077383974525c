import { Alert, Button, Group, Stack } from '@mantine/core';
import { Outcrop } from '@outcrop/client';
import type { ResponseData } from '@outcrop/contract';
import { IconCircleCheck, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { publicApi } from '../../api/public-api.ts';
import { roleNames } from '../../api/roles.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { Snippet } from '../../components/snippet.tsx';
import classes from './tokens.module.css';

type Session = ResponseData<'getSession'>;

/** Not through `useWrite`, which takes a 401 as the end of the user's own session. */
export function TestCall({ token }: { token: string }) {
  const [busy, setBusy] = useState(false);
  const [session, setSession] = useState<Session | null>(null);
  const [error, setError] = useState<unknown>(null);

  const run = async () => {
    setBusy(true);
    setError(null);
    setSession(null);
    try {
      setSession(await new Outcrop({ baseUrl: publicApi, token }).read('getSession'));
    } catch (reason) {
      setError(reason);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Stack gap="sm">
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={16} />}
          loading={busy}
          onClick={() => void run()}
        >
          Run test call
        </Button>
      </Group>
      <FailureNote error={error} />
      {session && (
        <>
          <Alert color="ok" variant="light" icon={<IconCircleCheck />} role="status">
            {successText(session)}
          </Alert>
          <div className={classes.response}>
            <Snippet label="response" code={JSON.stringify({ ok: true, data: session }, null, 2)} />
          </div>
        </>
      )}
    </Stack>
  );
}

const successText = ({ user, workspace }: Session): string =>
  `It works. The token acts as ${user.name} (${roleNames[user.role]}) in ${workspace.name}.`;
