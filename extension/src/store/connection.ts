import { Outcrop } from '@outcrop/client';
import type { ResponseData } from '@outcrop/contract';
import { loadValue, storeValue } from './storage.ts';

type Session = ResponseData<'getSession'>;
interface Named {
  id: string;
  name: string;
}

/** The server, the token, and what the panel offers to choose from. */
export interface Connection {
  origin: string;
  token: string;
  /** By a code. The token belongs to this browser alone, and ends with the connection. */
  isByCode: boolean;
  user: Session['user'];
  workspace: Session['workspace'];
  quota: Session['quota'];
  credits: Session['credits'];
  lists: Named[];
  tags: Named[];
  campaigns: Named[];
  checkedAt: number;
}

export type Access = Pick<Connection, 'origin' | 'token' | 'isByCode'>;

export const connectionKey = 'connection';
const maxOptions = 1_000;

export const loadConnection = (): Promise<Connection | null> =>
  loadValue<Connection>('local', connectionKey);

export const clientOf = ({ origin, token }: Pick<Connection, 'origin' | 'token'>): Outcrop =>
  new Outcrop({
    baseUrl: `${origin}/api/v1/ext`,
    token,
    fetch: (input, init) => fetch(input, { ...init, ...requestOptions() }),
  });

/** Nothing of the browser's own sessions is sent, and a server that does not answer is given up. */
export const requestOptions = (): RequestInit => ({
  credentials: 'omit',
  cache: 'no-store',
  redirect: 'error',
  referrerPolicy: 'no-referrer',
  signal: AbortSignal.timeout(30_000),
});

/** Checks the token, and stores it with the workspace and its lists, tags and campaigns. */
export async function connectServer(access: Access): Promise<void> {
  await storeValue('local', connectionKey, await readConnection(access));
}

/** Reads the workspace again, unless the user disconnects meanwhile. */
export async function refreshConnection({ origin, token, isByCode }: Connection): Promise<void> {
  const connection = await readConnection({ origin, token, isByCode });
  if ((await loadConnection())?.token === token)
    await storeValue('local', connectionKey, connection);
}

async function readConnection(access: Access): Promise<Connection> {
  const client = clientOf(access);
  const session = await client.read('getSession');
  const [boards, { campaigns }] = await Promise.all([
    client.read('getBoards'),
    client.read('getCampaigns'),
  ]);
  const names = (items: Named[]) =>
    items.slice(0, maxOptions).map(({ id, name }) => ({ id, name }));
  return {
    ...access,
    user: session.user,
    workspace: session.workspace,
    quota: session.quota,
    credits: session.credits,
    lists: names(boards.lists),
    tags: names(boards.tags),
    campaigns: names(campaigns),
    checkedAt: Date.now(),
  };
}

/** Removes the token and everything else that the extension has stored. */
export async function removeStoredData(): Promise<void> {
  await Promise.all([
    chrome.storage.local.clear(),
    chrome.storage.session.clear(),
    chrome.alarms.clearAll(),
  ]);
}

/** The server address that an administrator has set for this browser, if any. */
export async function presetAddress(): Promise<string> {
  const { serverAddress } = await chrome.storage.managed
    .get('serverAddress')
    .catch(() => ({ serverAddress: '' }));
  return typeof serverAddress === 'string' ? serverAddress : '';
}
