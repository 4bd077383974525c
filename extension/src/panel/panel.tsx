import { useCallback, useEffect, useRef, useState } from 'react';
import { loadPause, loadSaves, pauseKey, savePrefix } from '../outbox/outbox.ts';
import { disconnect } from '../store/connecting.ts';
import { type Connection, connectionKey, loadConnection } from '../store/connection.ts';
import { loadPreferences, type Preferences, preferencesKey } from '../store/preferences.ts';
import { loadReading, readingPrefix } from '../store/reading.ts';
import { Connect } from './connect.tsx';
import { Button, Notice } from './controls.tsx';
import { FixView, OutboxLine, OutboxView } from './outbox-view.tsx';
import { ReadResult } from './read-result.tsx';
import { SaveResult } from './save-result.tsx';
import { Settings } from './settings.tsx';
import { useStored } from './use-stored.ts';

/** What is shown instead of the page that was read. */
type View =
  | { name: 'page' }
  | { name: 'settings' }
  | { name: 'outbox' }
  | { name: 'connect' }
  | { name: 'saved'; id: string }
  | { name: 'fix'; id: string };

export function Panel() {
  const connection = useStored('local', connectionKey, loadConnection);
  const preferences = useStored('local', preferencesKey, loadPreferences);
  const [isTokenLeft, setIsTokenLeft] = useState(false);
  if (connection === undefined || preferences === undefined) return null;
  if (connection)
    return (
      <Connected
        connection={connection}
        preferences={preferences}
        onDisconnect={() => void disconnect(connection).then((ended) => setIsTokenLeft(!ended))}
      />
    );
  return (
    <>
      <Header title="Outcrop" />
      <main>
        {isTokenLeft && (
          <Notice tone="danger" title="The token was not revoked">
            <p>
              The server did not respond. Everything was removed from this browser. Disconnect it in
              the console, too: Settings, then Chrome extension &amp; API.
            </p>
          </Notice>
        )}
        <Connect />
      </main>
    </>
  );
}

function Header({ title, children }: { title: string; children?: React.ReactNode }) {
  return (
    <header>
      <img src="/icons/32.png" alt="" width={20} height={20} />
      <span className="workspace">{title}</span>
      {children}
    </header>
  );
}

interface Props {
  connection: Connection;
  preferences: Preferences;
  onDisconnect: () => void;
}

function Connected({ connection, preferences, onDisconnect }: Props) {
  const windowId = useWindowId();
  const reading = useStored(
    'session',
    readingPrefix,
    useCallback(async () => (windowId === null ? null : loadReading(windowId)), [windowId]),
  );
  const saves = useStored('local', savePrefix, loadSaves) ?? [];
  const pause = useStored('local', pauseKey, loadPause) ?? null;
  const [view, setView] = useState<View>({ name: 'page' });
  // The page is read again after a save: who was new is known now.
  const [round, setRound] = useState(0);
  const main = useRef<HTMLElement>(null);
  const shown = useRef(view.name);
  useEffect(() => {
    // What was focused is gone: the keyboard continues here.
    if (view.name !== shown.current && view.name !== 'saved') main.current?.focus();
    shown.current = view.name;
  }, [view.name]);
  const readingId = reading?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new click shows the page again
  useEffect(() => setView({ name: 'page' }), [readingId]);
  const shownSave = 'id' in view ? saves.find(({ id }) => id === view.id) : undefined;
  const open = saves.filter(({ status }) => status !== 'done');
  const showPage = () => setView({ name: 'page' });
  const showSave = ({ id }: { id: string }) => setView({ name: 'saved', id });
  const showFix = ({ id }: { id: string }) => setView({ name: 'fix', id });
  const { token } = connection;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new token ends the form to reconnect
  useEffect(
    () => setView((shown) => (shown.name === 'connect' ? { name: 'page' } : shown)),
    [token],
  );

  const content = () => {
    if (view.name === 'settings')
      return (
        <Settings
          connection={connection}
          preferences={preferences}
          openSaves={open.length}
          onDisconnect={onDisconnect}
        />
      );
    if (view.name === 'connect') return <Connect address={connection.origin} />;
    if (view.name === 'outbox')
      return (
        <OutboxView
          saves={saves}
          pause={pause}
          connection={connection}
          onFix={showFix}
          onShow={showSave}
        />
      );
    if (view.name === 'fix' && shownSave) return <FixView save={shownSave} onFixed={showSave} />;
    if (view.name === 'saved' && shownSave)
      return (
        <SaveResult
          key={shownSave.id}
          save={shownSave}
          pause={pause}
          connection={connection}
          onFix={() => showFix(shownSave)}
          onRepeated={showSave}
          onBack={showPage}
          onDone={() => {
            setRound(round + 1);
            showPage();
          }}
        />
      );
    if (!reading) return <Start connection={connection} />;
    if (reading.status === 'reading') return <InProgress />;
    if (reading.status === 'unreadable') return <Unreadable />;
    return null;
  };
  const shownContent = content();
  const isPage = view.name === 'page' || view.name === 'saved';
  return (
    <>
      <Header title={connection.workspace.name}>
        <Button
          kind="quiet"
          onClick={() => setView(isPage ? { name: 'settings' } : { name: 'page' })}
        >
          {isPage ? 'Settings' : 'Close'}
        </Button>
      </Header>
      <main ref={main} tabIndex={-1}>
        {pause?.reason === 'unauthorized' && view.name !== 'connect' && (
          <Notice tone="danger" title="Disconnected by the server">
            <p>
              {connection.isByCode
                ? 'This browser was disconnected in the console, or not used for 90 days.'
                : 'Your token was replaced, revoked or has expired.'}{' '}
              Saves wait until you connect again.
            </p>
            <Button onClick={() => setView({ name: 'connect' })}>Reconnect</Button>
          </Notice>
        )}
        {shownContent}
        {reading?.status === 'read' && (
          // Hidden behind other views, so that nothing typed is lost.
          <div hidden={shownContent !== null}>
            <ReadResult
              key={`${reading.id} ${round}`}
              reading={reading.reading}
              connection={connection}
              preferences={preferences}
              onSaved={(id) => showSave({ id })}
            />
          </div>
        )}
      </main>
      {open.length > 0 && view.name !== 'outbox' && (
        <OutboxLine saves={open} pause={pause} onOpen={() => setView({ name: 'outbox' })} />
      )}
    </>
  );
}

const Start = ({ connection: { user, workspace } }: { connection: Connection }) => (
  <section>
    <h1>Read a page</h1>
    <p>
      Open a page that shows a person, then click the Outcrop button in the toolbar or press
      Alt+Shift+P. Nothing is read before.
    </p>
    <p className="hint">
      Connected to {workspace.name} as {user.name} ({user.role}).
    </p>
  </section>
);

const InProgress = () => (
  <section role="status">
    <h1>Reading the page…</h1>
    <p>The result is shown when the page has loaded.</p>
  </section>
);

const Unreadable = () => (
  <section>
    <h1>This page cannot be read</h1>
    <p>
      Chrome does not let extensions read its own pages, its store, and some files. Open a website
      and click again.
    </p>
  </section>
);

function useWindowId(): number | null {
  const [windowId, setWindowId] = useState<number | null>(null);
  useEffect(() => {
    void chrome.windows.getCurrent().then(({ id }) => setWindowId(id ?? null));
  }, []);
  return windowId;
}
