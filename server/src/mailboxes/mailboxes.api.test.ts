import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { mailboxBody, mailboxesClient } from '../../test/mailboxes/mailboxes-client.ts';
import { insertCampaign, insertConversation } from '../../test/outreach.ts';
import { recordCreator } from '../../test/record-creator.ts';
import { testService } from '../../test/service.ts';
import { mailboxSealContext, sealedMailboxSecrets } from '../core/mailboxes/mailbox-secrets.ts';
import { resealSecrets } from '../platform/crypto/reseal-secrets.ts';
import { Sealing } from '../platform/crypto/sealing.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const sealing = new Sealing(readConfig().SECRETS_KEY!);

test('a member connects a mailbox, which needs a test before it sends', async () => {
  const member = await mailboxesClient(service, await service.workspace());
  const body = mailboxBody();
  const { mailbox } = await member.call('POST', '/mailboxes', body);
  const { password: _, ...settings } = body;
  expect(mailbox).toMatchObject({
    ...settings,
    ownerId: member.userId,
    shared: false,
    status: 'needs_attention',
    reason: 'not_connected',
    sentToday: 0,
  });
  expect(await member.call('GET', `/mailboxes/${mailbox.id}`)).toEqual({ mailbox });
  expect(await member.row(mailbox.id)).toMatchObject({ send_at: null });
  expect(await member.audit('mailbox.created')).toMatchObject([
    { target: mailbox.id, detail: { address: body.address, shared: false } },
  ]);
});

test('without limits and windows, a mailbox has the defaults; the address is the user name', async () => {
  const member = await mailboxesClient(service, await service.workspace());
  const server = { host: 'MAIL.saltmarsh.example', port: 465, security: 'tls' };
  const { mailbox } = await member.call('POST', '/mailboxes', {
    address: 'Ines@Saltmarsh.example',
    password: 'quiet heron',
    smtp: server,
    imap: server,
  });
  expect(mailbox).toMatchObject({
    address: 'ines@saltmarsh.example',
    name: '',
    smtp: { host: 'mail.saltmarsh.example', user: 'ines@saltmarsh.example' },
    dailyLimit: 30,
    gap: { fromSeconds: 540, toSeconds: 840 },
    rampUp: null,
    timeZone: 'UTC',
    windows: [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }],
  });
});

test('a password is stored sealed for its mailbox, and in no response or log', async () => {
  const workspace = await service.workspace();
  const member = await mailboxesClient(service, workspace);
  const canary = 'canary-7c1e maple';
  const { id } = await member.connect({ password: canary });
  await member.change(id, { password: `${canary} again` });
  const row = await member.row(id);
  expect(sealing.open(row['secret'] as string, mailboxSealContext(workspace.id, id))).toBe(
    `${canary} again`,
  );
  const seen = [row, await member.list(), await member.audit('mailbox.edited'), service.log];
  expect(JSON.stringify(seen)).not.toContain('canary-7c1e');
  expect(await member.audit('mailbox.edited')).toMatchObject([
    { target: id, detail: { fields: ['password'] } },
  ]);
});

test('resealing covers the passwords of mailboxes', async () => {
  const workspace = await service.workspace();
  const member = await mailboxesClient(service, workspace);
  const { id } = await member.connect({ password: 'quiet heron' });
  const [current] = readConfig().SECRETS_KEY!;
  const rotated = new Sealing([{ ...current!, id: 'next' }, ...readConfig().SECRETS_KEY!]);
  expect(await resealSecrets(service.owner, rotated, sealedMailboxSecrets)).toBeGreaterThan(0);
  const { secret } = await member.row(id);
  expect(secret).toMatch(/^s1\.next\./);
  expect(rotated.open(secret as string, mailboxSealContext(workspace.id, id))).toBe('quiet heron');
});

test('all problems of a mailbox are reported at once', async () => {
  const member = await mailboxesClient(service, await service.workspace());
  const { status, error } = await member.send('POST', '/mailboxes', {
    address: 'ines',
    password: 'x'.repeat(1001),
    smtp: { host: 'not a host', port: 70_000, security: 'ssl' },
    imap: { host: 'imap.saltmarsh.example', port: 993, security: 'tls' },
    dailyLimit: 2001,
    gap: { fromSeconds: 600, toSeconds: 300 },
    rampUp: { start: 0, step: 5 },
    timeZone: 'Europe/Lissabon',
    windows: [
      { days: [0], from: '9:00', to: '17:00' },
      { days: [1], from: '17:00', to: '09:00' },
    ],
  });
  expect(status).toBe(422);
  expect(error.issues.map(({ path }: { path: string[] }) => path.join('.')).sort()).toEqual([
    'address',
    'dailyLimit',
    'gap.toSeconds',
    'password',
    'rampUp.start',
    'smtp.host',
    'smtp.port',
    'smtp.security',
    'timeZone',
    'windows.0.days.0',
    'windows.0.from',
    'windows.1.to',
  ]);
});

test('servers in networks that are not public, and unencrypted ones, are refused', async () => {
  const member = await mailboxesClient(service, await service.workspace());
  const refused = await member.send(
    'POST',
    '/mailboxes',
    mailboxBody({
      smtp: { host: '10.0.0.1', port: 465, security: 'tls' },
      imap: { host: 'imap.saltmarsh.example', port: 143, security: 'none' },
    }),
  );
  expect(refused.status).toBe(422);
  expect(refused.error.issues.map(({ path }: { path: string[] }) => path)).toEqual([
    ['smtp', 'host'],
    ['imap', 'host'],
  ]);
});

test('an address is connected once, whatever its case, also by concurrent requests', async () => {
  const workspace = await service.workspace();
  const [one, other] = [
    await mailboxesClient(service, workspace),
    await mailboxesClient(service, workspace),
  ];
  const body = mailboxBody();
  const same = { ...body, address: body.address.toUpperCase() };
  const statuses = await Promise.all(
    [one, other, one, other].map(
      async (user, n) => (await user.send('POST', '/mailboxes', n % 2 ? body : same)).status,
    ),
  );
  expect(statuses.sort()).toEqual([200, 422, 422, 422]);
  const { error } = await one.send('POST', '/mailboxes', body);
  expect(error.message).toBe('address is already connected in this workspace.');
});

test('users see shared mailboxes and their own; others are 404', async () => {
  const workspace = await service.workspace();
  const owner = await mailboxesClient(service, workspace);
  const colleague = await mailboxesClient(service, workspace);
  const admin = await mailboxesClient(service, workspace, 'admin');
  const stranger = await mailboxesClient(service, await service.workspace(), 'owner');
  const own = await owner.connect();
  const shared = await admin.connect({ shared: true });
  expect((await owner.list()).map(({ id }) => id)).toEqual([shared.id, own.id]);
  expect((await colleague.list()).map(({ id }) => id)).toEqual([shared.id]);
  expect(await stranger.list()).toEqual([]);
  for (const user of [colleague, admin, stranger])
    for (const [method, body] of [['GET'], ['PATCH', { name: 'X' }], ['DELETE']] as const)
      expect((await user.send(method, `/mailboxes/${own.id}`, body)).status).toBe(404);
});

test('members edit their own mailboxes, Admins shared ones; only Admins share', async () => {
  const workspace = await service.workspace();
  const member = await mailboxesClient(service, workspace);
  const admin = await mailboxesClient(service, workspace, 'admin');
  const own = await member.connect();
  const shared = await admin.connect({ shared: true });
  const patch = async (user: typeof member, id: string, body: object) =>
    (await user.send('PATCH', `/mailboxes/${id}`, body)).status;
  expect(await patch(member, own.id, { name: 'Ines' })).toBe(200);
  expect(await patch(member, own.id, { shared: true })).toBe(403);
  expect((await member.send('POST', '/mailboxes', mailboxBody({ shared: true }))).status).toBe(403);
  expect(await patch(member, shared.id, { name: 'Ines' })).toBe(403);
  expect((await member.send('DELETE', `/mailboxes/${shared.id}`)).status).toBe(403);
  const other = await mailboxesClient(service, workspace, 'admin');
  expect(await patch(other, shared.id, { name: 'Ines' })).toBe(200);
  expect(await patch(other, shared.id, { shared: false })).toBe(200);
  expect(await patch(other, shared.id, { name: 'Tomasz' })).toBe(404);
});

test('a changed server needs the password, and both need a test', async () => {
  const member = await mailboxesClient(service, await service.workspace());
  const { id, imap } = await member.connect();
  await member.makeOk(id);
  const smtp = { host: 'smtp.elsewhere.example', port: 465, security: 'tls' };
  const refused = await member.send('PATCH', `/mailboxes/${id}`, { smtp });
  expect(refused.error.fieldErrors).toEqual({ password: ['is required when a server changes'] });
  // Sending the same server again changes nothing.
  expect(await member.change(id, { imap })).toMatchObject({ status: 'ok' });
  const changed = await member.change(id, { smtp, password: 'quiet heron' });
  expect(changed).toMatchObject({ status: 'needs_attention', reason: 'not_connected', smtp });
  expect(await member.row(id)).toMatchObject({ send_at: null });
});

test('a changed IMAP server ends the connection to the one before, and its inbox counts as not read', async () => {
  const workspace = await service.workspace();
  const member = await mailboxesClient(service, workspace);
  const { id } = await member.connect();
  await service.owner.query(sql`
    insert into watch (workspace_id, mailbox_id, holder, fence, held_until)
    values (${workspace.id}, ${id}, gen_random_uuid(), 7, now() + interval '30 seconds')`);
  await service.owner.query(sql`
    insert into folder (workspace_id, mailbox_id, role, path, uid_validity, last_uid)
    values (${workspace.id}, ${id}, 'inbox', 'INBOX', 1, 500)`);
  await service.owner.query(sql`update mailbox set synced_at = now() where id = ${id}`);
  const state = async () =>
    (
      await service.owner.query(sql`
        select w.fence::int, w.holder is not null as held, w.held_until > now() as locked,
               f.uid_validity::int as "uidValidity", m.synced_at is not null as read
        from mailbox m join watch w on w.mailbox_id = m.id join folder f on f.mailbox_id = m.id
        where m.id = ${id}`)
    )[0];
  const before = { fence: 7, held: true, locked: true, uidValidity: 1, read: true };
  await member.change(id, { name: 'Ines', password: 'another one' });
  expect(await state()).toEqual(before);
  const imap = { host: 'imap.elsewhere.example', port: 993, security: 'tls' };
  await member.change(id, { imap, password: 'quiet heron' });
  expect(await state()).toEqual({
    ...{ fence: 8, held: false, locked: false, uidValidity: 0, read: false },
  });
});

test('pausing clears the time of the next look, resuming sets it, a limit renews it', async () => {
  const member = await mailboxesClient(service, await service.workspace());
  const { id } = await member.connect();
  await member.makeOk(id);
  expect(await member.change(id, { dailyLimit: 50 })).toMatchObject({
    status: 'ok',
    dailyLimit: 50,
  });
  const { send_at: renewed } = await member.row(id);
  expect(renewed).toBeInstanceOf(Date);
  expect(await member.change(id, { paused: true })).toMatchObject({ status: 'paused' });
  expect(await member.row(id)).toMatchObject({ send_at: null });
  expect(await member.change(id, { dailyLimit: 60 })).toMatchObject({ status: 'paused' });
  expect(await member.row(id)).toMatchObject({ send_at: null });
  expect(await member.change(id, { paused: false })).toMatchObject({ status: 'ok', reason: null });
  expect((await member.row(id))['send_at']).toBeInstanceOf(Date);
  const fields = (await member.audit('mailbox.edited')).map(({ detail }) => detail['fields']);
  expect(fields).toEqual([['dailyLimit'], ['paused'], ['dailyLimit'], ['paused']]);
});

test('a removed mailbox loses password and campaigns, its prospects are held, its conversations stay', async () => {
  const workspace = await service.workspace();
  const member = await mailboxesClient(service, workspace);
  const { id, address } = await member.connect();
  const campaignId = await insertCampaign(service.owner, workspace.id);
  const create = recordCreator(service.owner, workspace.id);
  const [bound, free] = [await create('prospect'), await create('prospect')];
  await service.owner.query(sql`
    insert into enrollment (workspace_id, campaign_id, prospect_id, mailbox_id)
    values (${workspace.id}, ${campaignId}, ${bound}, ${id}), (${workspace.id}, ${campaignId}, ${free}, null)`);
  await member.call('PUT', `/campaigns/${campaignId}/mailboxes`, { mailboxIds: [id] });
  const conversation = await insertConversation(service.owner, workspace.id, { mailboxId: id });
  await member.call('DELETE', `/mailboxes/${id}`);
  expect(await member.row(id)).toMatchObject({ status: 'removed', secret: null, send_at: null });
  expect((await member.send('GET', `/mailboxes/${id}`)).status).toBe(404);
  expect(await member.list()).toEqual([]);
  expect(await member.call('GET', `/campaigns/${campaignId}/mailboxes`)).toEqual({
    mailboxes: [],
    hidden: 0,
  });
  const enrollments = await service.owner.query(sql`
    select prospect_id as id, status, reason from enrollment where workspace_id = ${workspace.id}`);
  expect(enrollments).toContainEqual({ id: bound, status: 'held', reason: 'mailbox_removed' });
  expect(enrollments).toContainEqual({ id: free, status: 'waiting', reason: null });
  const inbox = await service.call(member.token, 'GET', '/inbox');
  expect(inbox.data.conversations).toMatchObject([{ id: conversation }]);
  expect(await member.audit('mailbox.removed')).toMatchObject([
    { target: id, detail: { address } },
  ]);
  // The address can be connected again.
  await member.connect({ address });
});

test('mailboxes are listed in pages, newest first', async () => {
  const member = await mailboxesClient(service, await service.workspace());
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) ids.unshift((await member.connect()).id);
  const page = (query: Record<string, string>) =>
    service.call(member.token, 'GET', '/api/v1/manage/mailboxes', { query });
  const { data: first } = await page({ limit: '2' });
  const { data: second } = await page({ limit: '2', cursor: first.nextCursor });
  const found = [...first.mailboxes, ...second.mailboxes].map(({ id }) => id);
  expect(found).toEqual(ids);
  expect(second.nextCursor).toBeNull();
});
