import { useState } from 'react';
import { type Connection, disconnect, refresh } from '../store/connection.ts';
import { changePreferences, type Preferences } from '../store/preferences.ts';
import { Button } from './controls.tsx';

export function Settings({
  connection,
  preferences,
}: {
  connection: Connection;
  preferences: Preferences;
}) {
  const [asks, setAsks] = useState(false);
  const { origin, user, workspace, quota, credits } = connection;
  return (
    <section>
      <h1>Settings</h1>
      <dl>
        <dt>Workspace</dt>
        <dd>{workspace.name}</dd>
        <dt>Server</dt>
        <dd>{origin}</dd>
        <dt>Signed in as</dt>
        <dd>
          {user.name} ({user.role})
        </dd>
        <dt>Imports left</dt>
        <dd>{quota.remaining.toLocaleString('en-US')}</dd>
        <dt>Credits left</dt>
        <dd>{credits.remaining.toLocaleString('en-US')}</dd>
      </dl>
      <div className="row">
        <Button onClick={() => void refresh(connection).catch(() => {})}>
          Refresh lists and campaigns
        </Button>
      </div>
      <label className="check">
        <input
          type="checkbox"
          defaultChecked={preferences.lookUp}
          onChange={(event) => void changePreferences({ lookUp: event.target.checked })}
        />
        <span>
          Look up whether a person is already in the workspace
          <span className="hint block">
            Sends the email address, the profile or the name and company to your server before you
            save.
          </span>
        </span>
      </label>
      <label className="check">
        <input
          type="checkbox"
          defaultChecked={preferences.siteAdapters}
          onChange={(event) => void changePreferences({ siteAdapters: event.target.checked })}
        />
        <span>
          Read LinkedIn pages
          <span className="hint block">
            LinkedIn’s terms may forbid tools like this one, and it may restrict your account. Check
            them before you turn this on. At most 25 people are read per click, from what is on the
            screen.
          </span>
        </span>
      </label>
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
        <div className="row">
          <Button onClick={() => setAsks(true)}>Disconnect…</Button>
        </div>
      )}
    </section>
  );
}
