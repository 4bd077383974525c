import { useState } from 'react';
import { type Connection, refreshConnection } from '../store/connection.ts';
import { changePreferences, type Preferences } from '../store/preferences.ts';
import { Button, Notice } from './controls.tsx';

export function Settings({
  connection,
  preferences,
  openSaves,
  onDisconnect,
}: {
  connection: Connection;
  preferences: Preferences;
  /** Saves that were not sent yet. */
  openSaves: number;
  onDisconnect: () => void;
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
        <Button onClick={() => void refreshConnection(connection).catch(() => {})}>
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
          <p>
            This removes the token and your settings from this browser.
            {connection.isByCode && ' The token is revoked.'}
          </p>
          {openSaves > 0 && (
            <Notice
              tone="danger"
              title={`${openSaves} ${openSaves === 1 ? 'save is' : 'saves are'} lost`}
            >
              <p>The outbox has not sent them, or not all of them.</p>
            </Notice>
          )}
          <div className="row">
            <Button kind="danger" onClick={onDisconnect}>
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
