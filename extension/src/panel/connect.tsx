import { OutcropError } from '@outcrop/client';
import { type FormEvent, useEffect, useState } from 'react';
import { changePause } from '../outbox/outbox.ts';
import { connect, presetAddress } from '../store/connection.ts';
import { readServerAddress } from '../store/server-address.ts';
import { Button, Field, Notice } from './controls.tsx';

/** Connects with a server address and a token. */
export function Connect({
  address: knownAddress = '',
  onConnected,
}: {
  address?: string;
  onConnected?: () => void;
}) {
  const [address, setAddress] = useState(knownAddress);
  const [token, setToken] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<{ field?: 'address' | 'token'; text: string }>();
  useEffect(() => {
    void presetAddress().then((preset) => setAddress((typed) => typed || preset));
  }, []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const read = readServerAddress(address);
    if ('problem' in read) return setProblem({ field: 'address', text: read.problem });
    if (token.trim() === '')
      return setProblem({ field: 'token', text: 'Paste a token from the console.' });
    setProblem(undefined);
    setIsBusy(true);
    try {
      await connect(read.origin, token.trim());
      await changePause(null);
      await chrome.runtime.sendMessage('deliver');
      onConnected?.();
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
      <h1>{knownAddress ? 'Connect again' : 'Connect to your workspace'}</h1>
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
      <Field
        label="Token"
        type="password"
        value={token}
        error={errorOf('token')}
        hint="In the console: Settings, then Chrome extension & API, then Generate API token."
        onChange={(event) => setToken(event.target.value)}
      />
      {problem && !problem.field && (
        <Notice tone="danger" title="Not connected">
          <p>{problem.text}</p>
        </Notice>
      )}
      <Button kind="main" type="submit" disabled={isBusy}>
        {isBusy ? 'Connecting…' : 'Connect'}
      </Button>
    </form>
  );
}

function problemOf(error: unknown, origin: string): { field?: 'token'; text: string } {
  if (!(error instanceof OutcropError))
    return { text: `${origin} did not answer. Check the address and your connection.` };
  if (error.status === 401)
    return {
      field: 'token',
      text: 'This token is unknown, expired or revoked. Generate a new one in the console.',
    };
  return { text: error.message };
}
