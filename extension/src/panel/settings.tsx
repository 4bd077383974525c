import { useState } from 'react';
import { type Connection, disconnect } from '../store/connection.ts';
import { Button } from './controls.tsx';

export function Settings({ connection }: { connection: Connection }) {
  const [asks, setAsks] = useState(false);
  return (
    <section>
      <h1>Settings</h1>
      <dl>
        <dt>Workspace</dt>
        <dd>{connection.workspace.name}</dd>
        <dt>Server</dt>
        <dd>{connection.origin}</dd>
        <dt>Signed in as</dt>
        <dd>
          {connection.user.name} ({connection.user.role})
        </dd>
      </dl>
      {asks ? (
        <>
          <p>This removes the token, your settings and everything that waits to be sent.</p>
          <div className="row">
            <Button kind="danger" onClick={() => void disconnect()}>
              Disconnect
            </Button>
            <Button onClick={() => setAsks(false)}>Cancel</Button>
          </div>
        </>
      ) : (
        <Button onClick={() => setAsks(true)}>Disconnect…</Button>
      )}
    </section>
  );
}
