import { useState } from 'react';
import { connectionKey, loadConnection } from '../store/connection.ts';
import { Connect } from './connect.tsx';
import { Button } from './controls.tsx';
import { Settings } from './settings.tsx';
import { useStored } from './use-stored.ts';

export function Panel() {
  const connection = useStored('local', connectionKey, loadConnection);
  const [showsSettings, setShowsSettings] = useState(false);
  if (connection === undefined) return null;
  return (
    <>
      <header>
        <img src="/icons/32.png" alt="" width={20} height={20} />
        <span className="workspace">{connection?.workspace.name ?? 'Outcrop'}</span>
        {connection && (
          <Button
            kind="quiet"
            aria-expanded={showsSettings}
            onClick={() => setShowsSettings(!showsSettings)}
          >
            {showsSettings ? 'Close' : 'Settings'}
          </Button>
        )}
      </header>
      <main>
        {!connection ? (
          <Connect />
        ) : showsSettings ? (
          <Settings connection={connection} />
        ) : (
          <p>Click the Outcrop button in the toolbar to read this page.</p>
        )}
      </main>
    </>
  );
}
