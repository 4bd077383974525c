import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { TestSession } from '../../test/accounts.ts';
import { testMailServer } from '../../test/mail-server.ts';
import { workClient } from '../../test/prospects/work-client.ts';
import { workerDatabase } from '../../test/sending/mail-workspace.ts';
import { testService } from '../../test/service.ts';
import { notifyAdmins } from '../core/notifications/notify-users.sql.ts';
import { Mailer } from '../platform/mail/mailer.ts';
import { createLog } from '../platform/observe/log.ts';
import { runMailNotifications } from './notification-mail.job.ts';

const mail = await testMailServer();
const service = await testService();
const publicUrl = 'https://outcrop.fernhill.example';
const settings = '/api/v1/manage/notifications/settings';

/** Runs the job at a later time, with the real mail server or another one. */
async function sendMail(minutes: number, url = mail.url): Promise<void> {
  const mailer = new Mailer(url, 'Outcrop <outcrop@fernhill.example>', 5_000);
  const clock = () => new Date(Date.now() + minutes * 60_000);
  const run = runMailNotifications({ db: workerDatabase(service), mailer, clock, publicUrl });
  await run({ signal: new AbortController().signal, log: createLog('silent') });
  mailer.close();
}
const chooseMail = (user: TestSession, byMail: string[]) =>
  service.call(user, 'PATCH', settings, { body: { byMail } });
const emailsTo = (address: string) => mail.emails.filter(({ to }) => to === address);

test('chosen kinds that are unread after two minutes are sent in one email, once; others and read ones are not', async () => {
  const { prospectId, workspace, addNote } = await workClient(service);
  const anna = await workspace.session('admin');
  const bo = await workspace.session('admin');
  const author = await workspace.user('member');
  expect((await service.call(anna, 'GET', settings)).data).toEqual({
    byMail: [],
    canMail: false,
  });
  await chooseMail(anna, ['mention', 'webhook', 'mention']);
  expect((await service.call(anna, 'GET', settings)).data.byMail).toEqual(['mention', 'webhook']);
  await addNote({ text: `@[${anna.userId}] and @[${bo.userId}], see` }, author.token);
  const [webhookId, mailboxId] = [randomUUID(), randomUUID()];
  await service.owner.transaction(workspace.id, async (tx) => {
    notifyAdmins(tx, 'webhook', [webhookId]);
    notifyAdmins(tx, 'mailbox', [mailboxId]);
  });

  await sendMail(1);
  expect(emailsTo(anna.email)).toEqual([]);
  await Promise.all([sendMail(3), sendMail(3)]);
  await sendMail(4);
  const [email, ...more] = emailsTo(anna.email);
  expect(more).toEqual([]);
  expect(email!.text).toContain('Subject: 2 notifications from');
  const page = `${publicUrl}/w/${workspace.id}`;
  expect(email!.text).toContain(`/prospects?prospect=${prospectId}`);
  expect(email!.text).toContain('mentioned you in a note about Amara Okafor');
  expect(email!.text).toContain(`${page}/settings/webhooks/${webhookId}`);
  expect(email!.text).toContain(`${page}/account`);
  expect(email!.text).not.toContain(mailboxId);
  expect(emailsTo(bo.email)).toEqual([]);

  await addNote({ text: `@[${anna.userId}], once more` }, author.token);
  await service.call(anna, 'POST', '/api/v1/manage/notifications/read', { body: {} });
  await sendMail(3);
  expect(emailsTo(anna.email)).toHaveLength(1);
  await addNote({ text: `@[${anna.userId}], and again` }, author.token);
  await sendMail(3);
  expect(emailsTo(anna.email).at(-1)!.text).toMatch(/Subject: .*mentioned you in a note/);
});

test('an email that cannot be sent is not repeated, and does not hold up those of others', async () => {
  const { workspace, addNote } = await workClient(service);
  const [anna, bo, author] = [
    await workspace.session('member'),
    await workspace.session('member'),
    await workspace.user('member'),
  ];
  for (const user of [anna, bo]) await chooseMail(user, ['mention']);
  await addNote({ text: `@[${anna.userId}], see` }, author.token);
  await sendMail(3, 'smtp://127.0.0.1:9');
  await addNote({ text: `@[${bo.userId}], see` }, author.token);
  await sendMail(3);
  expect([emailsTo(anna.email), emailsTo(bo.email).length]).toEqual([[], 1]);
});
