import type { ManageBody } from '@outcrop/contract';
import { manageClient } from '../../api/manage.ts';

export type Provider = ManageBody<'postMailboxSignIn'>['provider'];

export const providerNames: Record<Provider, string> = {
  google: 'Google',
  microsoft: 'Microsoft',
  custom: 'your provider',
};

export const isProvider = (name: string | null): name is Provider =>
  name !== null && Object.hasOwn(providerNames, name);

const storageKey = 'outcrop-mailbox-sign-in';

/** Leaves the console; the provider returns to the page "Mailbox connected". */
export async function leaveToSignIn(
  workspaceId: string,
  mailboxId: string,
  provider: Provider,
): Promise<void> {
  const { url } = await manageClient(workspaceId).call('postMailboxSignIn', {
    params: { mailboxId },
    body: { provider },
  });
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ workspaceId, mailboxId }));
  } catch {
    // Without storage, a canceled sign-in leads to the start page.
  }
  location.assign(url);
}

/** The mailbox that this tab signs in to: a provider that refuses does not say which it was. */
export function mailboxToSignIn(): { workspaceId: string; mailboxId: string } | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
  } catch {
    return null;
  }
}
