import { OutcropError } from '@outcrop/client';
import { type FormEvent, useEffect, useState } from 'react';
import {
  connectingKey,
  finishConnecting,
  loadConnecting,
  startConnecting,
} from '../store/connecting.ts';
import { presetAddress } from '../store/connection.ts';
import { readServerAddress } from '../store/server-address.ts';
import { ConnectCode } from './connect-code.tsx';
import { Button, Field, Notice } from './controls.tsx';
import { useStored } from './use-stored.ts';

interface Props {
  /** The address of an earlier connection. */
  address?: string;
}

/** Connects by a code that is confirmed in the console, or with a token. */
export function Connect({ address = '' }: Props) {
  const connecting = useStored('session', connectingKey, loadConnecting);
  if (connecting === undefined) return null;
  return connecting ? (
    // Each code is waited for anew.
    <ConnectCode key={connecting.deviceCode} connecting={connecting} />
  ) : (
    <ConnectForm knownAddress={address} />
  );
}

function ConnectForm({ knownAddress }: { knownAddress: string }) {
  const [address, setAddress] = useState(knownAddress);
  const [token, setToken] = useState('');
  const [byToken, setByToken] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<{ field?: 'address' | 'token'; text: string }>();
  useEffect(() => {
    void presetAddress().then((preset) => setAddress((typed) => typed || preset));
  }, []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const read = readServerAddress(address);
    if ('problem' in read) return setProblem({ field: 'address', text: read.problem });
    if (byToken && token.trim() === '')
      return setProblem({ field: 'token', text: 'Paste a token from the console.' });
    setProblem(undefined);
    setIsBusy(true);
    try {
      await (byToken
        ? finishConnecting({ origin: read.origin, token: token.trim(), isByCode: false })
        : startConnecting(read.origin));
    } catch (error) {
      setProblem(problemOf(error, read.origin));
    } finally {
      setIsBusy(false);
    }
  };

  const errorOf = (field: 'address' | 'token') =>
    problem?.field === field ? problem.text : undefined;
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <h1>{knownAddress ? 'Reconnect' : 'Connect to your workspace'}</h1>
      <p>
        Save the person on a page to Outcrop. This extension reads a page only when you click its
        button.
      </p>
      <Field
        label="Server address"
        placeholder="https://outcrop.example.com"
        inputMode="url"
        value={address}
        error={errorOf('address')}
        onChange={(event) => setAddress(event.target.value)}
      />
      {byToken && (
        <Field
          label="Token"
          type="password"
          value={token}
          error={errorOf('token')}
          hint="In the console: Settings, then Chrome extension & API, then Generate API token."
          onChange={(event) => setToken(event.target.value)}
        />
      )}
      {problem && !problem.field && (
        <Notice tone="danger" title="Not connected">
          <p>{problem.text}</p>
        </Notice>
      )}
      <Button kind="main" type="submit" disabled={isBusy}>
        {isBusy ? 'Connecting…' : 'Connect'}
      </Button>
      <Button kind="quiet" onClick={() => setByToken(!byToken)}>
        {byToken ? 'Use a code instead' : 'Use a token instead'}
      </Button>
    </form>
  );
}

function problemOf(error: unknown, origin: string): { field?: 'token'; text: string } {
  if (!(error instanceof OutcropError))
    return { text: `${origin} did not respond. Check the address and your connection.` };
  if (error.status === 401)
    return {
      field: 'token',
      text: 'This token is unknown, expired or revoked. Generate a new one in the console.',
    };
  return { text: error.message };
}
