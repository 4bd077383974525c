import { Alert, Button, Divider, PasswordInput, Stack, Text } from '@mantine/core';
import type { ManageData } from '@outcrop/contract';
import { IconInfoCircle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { FormFooter } from '../../components/form-footer.tsx';
import classes from './mailboxes.module.css';
import { ServerFields, type ServerValues, serverBody } from './server-fields.tsx';
import { providerNames } from './sign-in.ts';
import { TestResult } from './test-result.tsx';
import { type Sender, useConnect } from './use-connect.ts';

type Guess = ManageData<'postMailboxesGuess'>;

interface Props {
  sender: Sender;
  guess: Guess;
  onBack: () => void;
  onConnected: (mailboxId: string) => void;
}

/** Sign-in or password, and the servers. Tests both before anything is stored. */
export function ConnectForm({ sender, guess, onBack, onConnected }: Props) {
  const [password, setPassword] = useState('');
  const [smtp, setSmtp] = useState<ServerValues>(guess.smtp ?? unknownServer(465));
  const [imap, setImap] = useState<ServerValues>(guess.imap ?? unknownServer(993));
  const { connect, signIn, test, error, busy } = useConnect(sender, onConnected);
  const servers = { smtp: serverBody(smtp), imap: serverBody(imap) };
  const { signInWith } = guess;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void connect({ password, ...servers });
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {guess.note && (
          <Alert color="info" variant="light" icon={<IconInfoCircle />}>
            {guess.note}
          </Alert>
        )}
        {signInWith && (
          <>
            <Button
              data-autofocus
              loading={busy === 'sign-in'}
              onClick={() => void signIn(signInWith, servers)}
            >
              Sign in with {providerNames[signInWith]}
            </Button>
            <Divider label="or use a password" />
          </>
        )}
        <PasswordInput
          label="Password"
          description="Many providers need an app password. It is stored encrypted and never shown again."
          autoComplete="off"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          {...(!signInWith && { 'data-autofocus': true })}
        />
        <details className={classes.details} open={!guess.isSure}>
          <summary>Server settings</summary>
          <Stack>
            <ServerFields title="Outgoing server (SMTP)" value={smtp} onChange={setSmtp} />
            <ServerFields title="Incoming server (IMAP)" value={imap} onChange={setImap} />
          </Stack>
        </details>
        {test && !test.works && <TestResult result={test} />}
        <Text size="sm" c="dimmed">
          Outcrop tests both servers. Then the mailbox sends one email to itself to check its
          delivery.
        </Text>
        <FormFooter
          failure={error}
          verb="Test and connect"
          busy={busy === 'connect'}
          disabled={password === ''}
          onCancel={onBack}
          cancelVerb="Back"
        />
      </Stack>
    </form>
  );
}

const unknownServer = (port: number): ServerValues => ({
  host: '',
  port,
  security: 'tls',
  user: '',
});
