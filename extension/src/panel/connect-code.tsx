import { useEffect } from 'react';
import {
  awaitDecision,
  type Connecting,
  cancelConnecting,
  confirmUrl,
  startConnecting,
} from '../store/connecting.ts';
import { Button, Notice } from './controls.tsx';

/** The code that waits to be confirmed, or why it no longer does. */
export function ConnectCode({ connecting }: { connecting: Connecting }) {
  const { status, origin, userCode, problem } = connecting;
  // Polls while the panel is open. An error ends the wait only when the panel closes.
  useEffect(() => {
    const stop = new AbortController();
    void awaitDecision(stop.signal).catch(() => {});
    return () => stop.abort();
  }, []);
  if (status !== 'waiting')
    return (
      <section>
        <h1>Not connected</h1>
        <Notice tone="danger" title={titles[status]}>
          <p>{status === 'refused' ? problem : advice[status]}</p>
        </Notice>
        <Button kind="main" onClick={() => void restart(origin)}>
          Get a new code
        </Button>
        <Button kind="quiet" onClick={() => void cancelConnecting()}>
          Back
        </Button>
      </section>
    );
  return (
    <section>
      <h1>Confirm the code</h1>
      <p>
        Check that the console shows this code, and click Confirm there. This panel continues by
        itself.
      </p>
      <p className="code" role="status">
        <span className="visually-hidden">Waiting for the code </span>
        {userCode}
      </p>
      <p className="hint">
        Server: {origin}. Never confirm a code that someone sent you. It works for ten minutes.
      </p>
      <div className="row">
        <Button onClick={() => void chrome.tabs.create({ url: confirmUrl(connecting) })}>
          Open console
        </Button>
        <Button kind="quiet" onClick={() => void cancelConnecting()}>
          Cancel
        </Button>
      </div>
    </section>
  );
}

const titles = {
  denied: 'Denied in the console',
  expired: 'The code has expired',
  refused: 'Refused by the server',
};

const advice = {
  denied: 'Someone clicked Deny. If it was a mistake, get a new code.',
  expired: 'It was not confirmed within ten minutes, or was already used.',
};

/** Back to the form if the server does not answer. */
const restart = (origin: string) => startConnecting(origin).catch(cancelConnecting);
