import type { ManageResult } from '@outcrop/contract';
import { storedEmail } from '@outcrop/contract/identity';
import { recordAudit } from '../core/audit/record-audit.ts';
import type { MailboxCredentials } from '../core/mailboxes/credentials.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { invalidField, notFound } from '../platform/error.ts';
import { throwIfInvalid } from '../platform/validation.ts';
import { serverProblems, withUser } from './connect-mailboxes.ts';
import { healthAfterTest, toPublicMailbox } from './mailbox-rules.ts';
import { lockMailbox, selectVisibleMailbox, updateMailbox } from './mailboxes.sql.ts';
import { type MailboxDeps, requireEditable } from './manage-mailboxes.ts';
import { testConnection } from './test-connection.ts';

/** Tests settings that are not stored. */
export async function postMailboxesTest({
  body,
  caller,
  commit,
  deps: { egress, attempts },
}: ManageCall<'postMailboxesTest', MailboxDeps>): Promise<ManageResult<'postMailboxesTest'>> {
  throwIfInvalid(serverProblems(egress, body));
  const address = storedEmail(body.address);
  const servers = { smtp: withUser(body.smtp, address), imap: withUser(body.imap, address) };
  const accounts = [servers.smtp, servers.imap];
  await attempts.allowMailAccounts(caller.workspaceId, accounts, { isTest: true });
  const outcome = await testConnection({
    egress,
    address,
    ...servers,
    authOf: async (protocol) => ({ user: servers[protocol].user, password: body.password }),
  });
  if (outcome.works) await attempts.resetMailAccounts(caller.workspaceId, accounts);
  return (await commit(async () => outcome)).data;
}

/** Tests a mailbox. If both servers work, it may send. */
export async function postMailboxTest({
  params: { mailboxId },
  caller,
  actor,
  read,
  commit,
  deps: { egress, credentials, attempts },
}: ManageCall<'postMailboxTest', MailboxDeps & { credentials: MailboxCredentials }>): Promise<
  ManageResult<'postMailboxTest'>
> {
  const mailbox = await read((tx) => selectVisibleMailbox(tx, caller.userId, mailboxId));
  // A repeated request gets its first response, even if the mailbox was removed since.
  if (!mailbox) return (await commit(() => throwNotFound(mailboxId))).data;
  requireEditable(caller, mailbox);
  const { smtp, imap } = toPublicMailbox(mailbox, new Date());
  if (!smtp || !imap) throw invalidField('mailboxId', 'is the id of a mailbox without servers');
  await attempts.allowMailAccounts(caller.workspaceId, [smtp, imap], { isTest: true });
  const outcome = await testConnection({
    egress,
    address: mailbox.address,
    smtp,
    imap,
    authOf: (protocol) => credentials.of(caller.workspaceId, mailbox, { protocol }),
  });
  if (outcome.works) await attempts.resetMailAccounts(caller.workspaceId, [smtp, imap]);
  const { data } = await commit(async (tx) => {
    const [, now] = await Promise.all([
      lockMailbox(tx, mailboxId),
      selectVisibleMailbox(tx, caller.userId, mailboxId),
    ]);
    // The tested settings may have been replaced meanwhile.
    const isSame = now && now.secret === mailbox.secret && now.auth === mailbox.auth;
    if (outcome.works && isSame) updateMailbox(tx, { ...now, ...healthAfterTest(now, new Date()) });
    const detail = { works: outcome.works };
    recordAudit({ tx, actor }, { action: 'mailbox.tested', target: mailboxId, detail });
    return outcome;
  });
  return data;
}

async function throwNotFound(mailboxId: string): Promise<ManageResult<'postMailboxTest'>> {
  throw notFound('mailbox', mailboxId);
}
