import { Manage } from '@outcrop/client';
import { basePath, type ManageBody } from '@outcrop/contract';
import type { MailCatcher } from './mail-catcher.ts';
import { retryingFetch } from './retrying-fetch.ts';

/** The mailboxes of the sample conversations: one of the team, and one of a user. */
export const conversationMailboxes = {
  shared: 'sales@fernhill.example',
  private: 'ines@fernhill.example',
} as const;

export const campaignMailbox = 'ines.duarte@fernhill.example';

const password = 'any password works here';

/** Connects the mailboxes of the conversations to the mail catcher, so that they can be answered. */
export async function connectMailboxes(
  baseUrl: string,
  token: string,
  catcher: MailCatcher,
): Promise<void> {
  const manageUrl = baseUrl.replace(basePath.ext, basePath.manage);
  const manage = new Manage({ baseUrl: manageUrl, token, fetch: retryingFetch });
  for (const address of Object.values(conversationMailboxes))
    await connectMailbox(manage, catcher, address);
}

/** Connects a mailbox, or connects it again: the ports of the mail catcher change with every start. */
export async function connectMailbox(
  manage: Manage,
  catcher: MailCatcher,
  address: string,
  settings: Partial<ManageBody<'postMailboxes'>> = {},
): Promise<string> {
  const server = (port: number) => ({ host: '127.0.0.1', port, security: 'none' as const });
  const [smtp, imap] = [server(catcher.smtpPort), server(catcher.imapPort(address))];
  const servers = { smtp, imap, password };
  const { mailboxes } = await manage.call('getMailboxes');
  const known = mailboxes.find((mailbox) => mailbox.address === address);
  const { mailbox } = known
    ? await manage.call('patchMailbox', { params: { mailboxId: known.id }, body: servers })
    : await manage.call('postMailboxes', { body: { address, ...settings, ...servers } });
  await manage.call('postMailboxTest', { params: { mailboxId: mailbox.id }, body: {} });
  return mailbox.id;
}
