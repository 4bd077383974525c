import type { ManageBody, ManageData } from '@outcrop/contract';
import { useEffect, useRef, useState } from 'react';
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

  /** Of a mailbox that was stored before a later request failed. */
  const stored = useRef<string | null>(null);
  // The form may be closed while servers are asked. Then nothing is stored, and no one is taken to another page.
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

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
    if (stored.current !== null) {
      const params = { mailboxId: stored.current };
      if (settings.password !== undefined)
        await client.call('patchMailbox', { params, body: settings });
      return stored.current;
    }
    const { address, name } = sender;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const body = { address, timeZone, ...(name.trim() !== '' && { name }), ...settings };
    const { mailbox } = await client.call('postMailboxes', { body });
    stored.current = mailbox.id;
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
        if (!result.works || !isOpen.current) return;
        const params = { mailboxId: await store(settings) };
        await client.call('postMailboxTest', { params, body: {} });
        await client.call('postMailboxCheck', { params, body: {} });
        await refresh('getMailboxes', 'getMailbox');
        if (isOpen.current) onConnected(params.mailboxId);
      }),
    /** Leaves the console; the provider returns to the page "Mailbox connected". */
    signIn: (provider: Provider, servers: Servers) =>
      run('sign-in', async () => {
        const id = await store(servers);
        if (isOpen.current) await leaveToSignIn(workspaceId, id, provider);
      }),
  };
}
