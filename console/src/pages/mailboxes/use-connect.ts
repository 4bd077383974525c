import type { ManageBody, ManageData } from '@outcrop/contract';
import { useState } from 'react';
import { useRefresh } from '../../api/endpoints.ts';
import { manageClient } from '../../api/manage.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { leaveToSignIn, type Provider } from './sign-in.ts';

export interface Sender {
  address: string;
  name: string;
}

type Body = ManageBody<'postMailboxes'>;
type Servers = Pick<Body, 'smtp' | 'imap'>;

/** Connects a mailbox: tests its settings, stores it, makes it ready and starts its first check. */
export function useConnect(sender: Sender, onConnected: (mailboxId: string) => void) {
  const workspaceId = useWorkspaceId();
  const client = manageClient(workspaceId);
  const refresh = useRefresh();
  const [busy, setBusy] = useState<'connect' | 'sign-in' | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [test, setTest] = useState<ManageData<'postMailboxTest'> | null>(null);

  const run = async (what: 'connect' | 'sign-in', work: () => Promise<void>) => {
    setBusy(what);
    setError(null);
    setTest(null);
    try {
      await work();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(null);
    }
  };

  const store = async (settings: Servers & { password?: string }): Promise<string> => {
    const { address, name } = sender;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const body = { address, timeZone, ...(name.trim() !== '' && { name }), ...settings };
    const { mailbox } = await client.call('postMailboxes', { body });
    await refresh('getMailboxes');
    return mailbox.id;
  };

  return {
    busy,
    error,
    test,
    connect: (settings: Servers & { password: string }) =>
      run('connect', async () => {
        const body = { address: sender.address, ...settings };
        const result = await client.call('postMailboxesTest', { body });
        setTest(result);
        if (!result.works) return;
        const params = { mailboxId: await store(settings) };
        await client.call('postMailboxTest', { params, body: {} });
        await client.call('postMailboxCheck', { params, body: {} });
        await refresh('getMailboxes', 'getMailbox');
        onConnected(params.mailboxId);
      }),
    /** Leaves the console; the provider returns to the page "Mailbox connected". */
    signIn: (provider: Provider, servers: Servers) =>
      run('sign-in', async () => {
        await leaveToSignIn(workspaceId, await store(servers), provider);
      }),
  };
}
