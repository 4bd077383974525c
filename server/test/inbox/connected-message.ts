import { readConfig } from '../../src/config.ts';
import { openImapSession } from '../../src/core/mailboxes/imap-session.ts';
import { mailboxSealContext } from '../../src/core/mailboxes/mailbox-secrets.ts';
import { Sealing } from '../../src/platform/crypto/sealing.ts';
import { type Database, sql } from '../../src/platform/db/index.ts';
import { Egress } from '../../src/platform/egress/egress.ts';
import { contentsOf } from '../../src/receiving/message-structure-rules.ts';
import { startDovecot } from '../mail/dovecot.ts';

const source = [
  'Message-ID: <one@acme.example>',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=x',
  '',
  '--x',
  '',
  'See attached.',
  '--x',
  'Content-Type: text/plain; name=agenda.txt',
  'Content-Disposition: attachment',
  '',
  'Agenda for Tuesday',
  '--x--',
  '',
].join('\r\n');

/** Adds a stored message with the attachment `2` to a mail server, and connects the mailbox to it. */
export async function connectMessage(
  owner: Database,
  workspaceId: string,
  { messageId, mailboxId }: { messageId: string; mailboxId: string },
): Promise<void> {
  const { imap: port } = await startDovecot({ plainOnly: true });
  const egress = new Egress({ allow: ['127.0.0.0/8'] });
  const session = await openImapSession({
    egress,
    server: { host: '127.0.0.1', port, security: 'none' },
    auth: { user: messageId, password: 'secret' },
  });
  await session.append('INBOX', source);
  const { uidValidity } = await session.mailboxOpen('INBOX');
  const stored = await session.fetchOne('*', { uid: true, bodyStructure: true });
  await session.logout();
  await egress.close();
  if (!stored) throw new Error('The message was not stored.');
  const { attachments } = contentsOf(stored.bodyStructure!);
  const sealing = new Sealing(readConfig().SECRETS_KEY!);
  const secret = sealing.seal('secret', mailboxSealContext(workspaceId, mailboxId));
  await owner.query(sql`
    update mailbox set secret = ${secret}, imap_host = '127.0.0.1', imap_port = ${port}, imap_security = 'none',
      imap_user = ${messageId}
    where workspace_id = ${workspaceId} and id = ${mailboxId}`);
  await owner.query(sql`
    insert into folder (workspace_id, mailbox_id, role, path, uid_validity, last_uid)
    values (${workspaceId}, ${mailboxId}, 'inbox', 'INBOX', ${String(uidValidity)}, ${stored.uid})`);
  await owner.query(sql`
    update message set folder = 'inbox', uid = ${stored.uid}, message_id = 'one@acme.example',
      attachments = ${JSON.stringify(attachments)}
    where workspace_id = ${workspaceId} and id = ${messageId}`);
}
