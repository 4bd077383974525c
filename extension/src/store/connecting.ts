import { dataOf, OutcropError } from '@outcrop/client';
import type { ConnectData, ConnectEndpointId } from '@outcrop/contract';
import { changePause } from '../outbox/outbox.ts';
import { type Access, connectServer, removeStoredData, requestOptions } from './connection.ts';
import { loadValue, storeValue } from './storage.ts';

/** A code that waits to be confirmed in the console. Kept in memory only. */
export interface Connecting {
  origin: string;
  deviceCode: string;
  userCode: string;
  expiresAt: number;
  pollMs: number;
  status: 'waiting' | 'denied' | 'expired' | 'refused';
  /** What the server refused. */
  problem: string;
  /** Stored before anything else is done with it, because the server gives it only once. */
  token: string | null;
}

export const connectingKey = 'connecting';

export const loadConnecting = (): Promise<Connecting | null> =>
  loadValue<Connecting>('session', connectingKey);

/** Returns false if the user canceled meanwhile. */
async function changeConnecting(
  connecting: Connecting,
  change: Partial<Connecting>,
): Promise<boolean> {
  if ((await loadConnecting())?.deviceCode !== connecting.deviceCode) return false;
  await storeValue('session', connectingKey, { ...connecting, ...change });
  return true;
}

export const cancelConnecting = (): Promise<void> => chrome.storage.session.remove(connectingKey);

/** Where the code is confirmed. The console chooses the workspace. */
export const confirmUrl = ({ origin, userCode }: Connecting): string =>
  `${origin}/settings/api?code=${encodeURIComponent(userCode)}`;

async function callConnect<Id extends ConnectEndpointId>(
  origin: string,
  path: string,
  body: object,
): Promise<ConnectData<Id>> {
  const response = await fetch(`${origin}/api/v1/connect/${path}`, {
    ...requestOptions(),
    // Also if the panel is closed meanwhile.
    keepalive: true,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return dataOf(response);
}

/** Asks the server for a code, and opens the page where it is confirmed. */
export async function startConnecting(origin: string): Promise<void> {
  const started = await callConnect<'postConnectStart'>(origin, 'start', {});
  const connecting: Connecting = {
    origin,
    deviceCode: started.deviceCode,
    userCode: started.userCode,
    expiresAt: Date.now() + started.expiresInSeconds * 1_000,
    pollMs: started.pollSeconds * 1_000,
    status: 'waiting',
    problem: '',
    token: null,
  };
  await storeValue('session', connectingKey, connecting);
  await chrome.tabs.create({ url: confirmUrl(connecting) });
}

/** Polls until the code is decided. One panel at a time, because the token is given once. */
export async function awaitDecision(signal: AbortSignal): Promise<void> {
  await navigator.locks.request(connectingKey, { signal }, async () => {
    while (!signal.aborted) {
      const connecting = await loadConnecting();
      if (connecting?.status !== 'waiting') return;
      await poll(connecting);
      await new Promise((resolve) => setTimeout(resolve, connecting.pollMs));
    }
  });
}

async function poll(connecting: Connecting): Promise<void> {
  try {
    const token = connecting.token ?? (await fetchToken(connecting));
    if (token) await finishConnecting({ origin: connecting.origin, token, isByCode: true });
  } catch (error) {
    if (error instanceof OutcropError && [401, 403, 404, 422].includes(error.status))
      await changeConnecting(connecting, { status: 'refused', problem: error.message });
    // Anything else is tried again with the next poll.
    else if (Date.now() > connecting.expiresAt)
      await changeConnecting(connecting, { status: 'expired' });
  }
}

async function fetchToken(connecting: Connecting): Promise<string | null> {
  const { deviceCode, origin } = connecting;
  const { status, token } = await callConnect<'postConnectPoll'>(origin, 'poll', { deviceCode });
  if (status === 'waiting') return null;
  if (status === 'connected') return (await changeConnecting(connecting, { token })) ? token : null;
  await changeConnecting(connecting, { status });
  return null;
}

/** Connects with a token, and sends what waits. */
export async function finishConnecting(access: Access): Promise<void> {
  await connectServer(access);
  await cancelConnecting();
  await changePause(null);
  await chrome.runtime.sendMessage('deliver');
}

/**
 * Forgets everything, and revokes a token that belongs to this browser alone. Returns false if the
 * server did not answer: the token is then still valid.
 */
export async function disconnect({ origin, token, isByCode }: Access): Promise<boolean> {
  await removeStoredData();
  if (!isByCode) return true;
  try {
    await callConnect<'postConnectEnd'>(origin, 'end', { token });
    return true;
  } catch {
    return false;
  }
}
