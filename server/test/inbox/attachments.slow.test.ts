import { randomBytes, randomUUID } from 'node:crypto';
import type { ImapFlow } from 'imapflow';
import { afterAll, expect, test } from 'vitest';
import { openImapSession } from '../../src/core/mailboxes/imap-session.ts';
import { sql } from '../../src/platform/db/index.ts';
import { Egress } from '../../src/platform/egress/egress.ts';
import { contentsOf } from '../../src/receiving/message-structure-rules.ts';
import { startDovecot } from '../mail/dovecot.ts';
import { receivedMessage, receivingClient } from '../receiving/receiving-client.ts';
import { testService } from '../service.ts';

const dovecot = await startDovecot({ plainOnly: true });
const allow = ['127.0.0.0/8'];
const service = await testService({ config: { EGRESS_ALLOW: allow } });
const egress = new Egress({ allow });
afterAll(() => egress.close());

const server = { host: '127.0.0.1', port: dovecot.imap, security: 'none' as const };

/** The mail program of the person whose mailbox it is. */
async function withSession<T>(user: string, work: (session: ImapFlow) => Promise<T>): Promise<T> {
  const auth = { user, password: 'secret' };
  const session = await openImapSession({ egress, server, auth });
  try {
    return await work(session);
  } finally {
    await session.logout();
  }
}

interface File {
  name: string;
  content: Buffer;
  encoding?: 'base64' | 'quoted-printable';
}

const encoded = ({ content, encoding = 'base64' }: File) =>
  encoding === 'base64'
    ? content.toString('base64').replaceAll(/.{76}/g, '$&\r\n')
    : content
        .toString('latin1')
        .replaceAll(
          /[^\w .\r\n]/g,
          (character) => `=${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
        );

const messageOf = (id: string | null, files: File[]) =>
  [
    'From: Jane Doe <jane@acme.example>',
    'Subject: Re: An idea',
    ...(id === null ? [] : [`Message-ID: <${id}>`]),
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=x',
    '',
    '--x',
    'Content-Type: text/plain',
    '',
    'See attached.',
    ...files.flatMap((file) => [
      '--x',
      'Content-Type: application/pdf',
      `Content-Disposition: attachment; filename="${file.name}"`,
      `Content-Transfer-Encoding: ${file.encoding ?? 'base64'}`,
      '',
      encoded(file),
    ]),
    '--x--',
    '',
  ].join('\r\n');

/** Adds a message to a mailbox, and stores it as the worker does. */
async function receiveFiles(
  files: File[],
  { id = `${randomUUID()}@acme.example` as string | null } = {},
) {
  const client = await receivingClient(service);
  const user = `u-${randomUUID()}`;
  const found = await withSession(user, async (session) => {
    // So that the number of the message is not the first.
    await session.append('INBOX', messageOf(null, []));
    await session.append('INBOX', messageOf(id, files));
    const { uidValidity } = await session.mailboxOpen('INBOX');
    const message = await session.fetchOne('*', { uid: true, bodyStructure: true });
    if (!message) throw new Error('The message was not stored.');
    return { uidValidity, uid: message.uid, ...contentsOf(message.bodyStructure!) };
  });
  const settings = { ...server, user };
  const { status } = await service.call(
    client.token,
    'PATCH',
    `/api/v1/manage/mailboxes/${client.mailboxId}`,
    { body: { password: 'secret', imap: settings, smtp: settings } },
  );
  expect(status).toBe(200);
  await client.rows(sql`
    insert into folder (workspace_id, mailbox_id, role, path, uid_validity, last_uid)
    values (${client.workspace.id}, ${client.mailboxId}, 'inbox', 'INBOX', ${String(found.uidValidity)}, ${found.uid})`);
  const sent = await client.sentTo();
  const { uid, attachments } = found;
  await client.receive(
    receivedMessage({ messageId: id, inReplyTo: sent.header, fetched: { uid, attachments } }),
  );
  const [message] = await client.rows<{ id: string }>(sql`
    select id from message where workspace_id = ${client.workspace.id} and direction = 'inbound'`);
  const url = `${service.origin}/api/v1/manage/messages/${message!.id}/attachments`;
  const open = (path: string) =>
    fetch(`${url}/${path}`, { headers: { authorization: `Bearer ${client.token}` } });
  return { ...client, user, open, attachments };
}

const messageIn = async (response: Response) =>
  ((await response.json()) as { error: { message: string } }).error.message;

test('an attachment is read as it was sent, and only as a file', async () => {
  const files = [
    { name: 'plan.pdf', content: randomBytes(3_000_000) },
    {
      name: '\u202efdp;x".exe',
      content: Buffer.from('a=b äöü\r\n'),
      encoding: 'quoted-printable' as const,
    },
  ];
  const { open, attachments } = await receiveFiles(files);
  expect(attachments.map(({ path }) => path)).toEqual(['2', '3']);
  const response = await open('2');
  expect(Buffer.from(await response.arrayBuffer()).equals(files[0]!.content)).toBe(true);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="plan.pdf"; filename*=UTF-8''plan.pdf`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'cache-control': 'no-store',
  });
  const second = await open('3');
  expect(await second.text()).toBe('a=b äöü\r\n');
  expect(second.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+"; /);
});

test('a message that was moved is found by its Message-ID, and one that was deleted is 404', async () => {
  const content = Buffer.from('moved');
  const { open, user } = await receiveFiles([{ name: 'a.pdf', content }]);
  await withSession(user, async (session) => {
    await session.mailboxCreate('Customers');
    await session.mailboxOpen('INBOX');
    await session.messageMove('2', 'Customers');
  });
  expect(await (await open('2')).text()).toBe('moved');
  await withSession(user, async (session) => {
    await session.mailboxOpen('Customers');
    await session.messageDelete('1:*');
  });
  const gone = await open('2');
  expect(gone.status).toBe(404);
  expect(await messageIn(gone)).toMatch(/^The message is no longer on the mail server\./);
});

test('another message with the same number is never taken for it', async () => {
  const file = { name: 'a.pdf', content: Buffer.from('right') };
  const { open, user, rows, workspace } = await receiveFiles([file], { id: null });
  expect(await (await open('2')).text()).toBe('right');
  // Without a Message-ID, only the numbering of the folder can tell.
  await rows(sql`update folder set uid_validity = 1 where workspace_id = ${workspace.id}`);
  expect((await open('2')).status).toBe(404);
  const named = await receiveFiles([file]);
  await withSession(named.user, async (session) => {
    await session.mailboxOpen('INBOX');
    await session.messageDelete('1:*');
    const wrong = { ...file, content: Buffer.from('wrong') };
    await session.append('INBOX', messageOf('other@acme.example', [wrong]));
  });
  await named.rows(sql`
    update message set uid = 3 where workspace_id = ${named.workspace.id} and direction = 'inbound'`);
  expect((await named.open('2')).status).toBe(404);
  expect(user).not.toBe(named.user);
});

test('an attachment over 25 MB is refused, and a server that is down is 503', async () => {
  const { open, rows, workspace } = await receiveFiles([
    { name: 'a.pdf', content: Buffer.from('x') },
  ]);
  await rows(sql`
    update mailbox set imap_port = 9 where workspace_id = ${workspace.id}`);
  const down = await open('2');
  expect(down.status).toBe(503);
  expect(await messageIn(down)).toMatch(/^The attachment cannot be read now: /);
  await rows(sql`
    update message set attachments = jsonb_set(attachments, '{0,bytes}', '99999999')
    where workspace_id = ${workspace.id} and direction = 'inbound'`);
  const large = await open('2');
  expect([large.status, await messageIn(large)]).toEqual([
    404,
    'The attachment is larger than 25 MB. Open it in your mail program instead.',
  ]);
});
