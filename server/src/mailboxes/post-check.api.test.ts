import { expect, test } from 'vitest';
import { mailboxesClient } from '../../test/mailboxes/mailboxes-client.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const workspace = await service.workspace();
const member = await mailboxesClient(service, workspace);
const path = (id: string) => `/mailboxes/${id}/check`;
const jobsOf = async (mailboxId: string) =>
  service.owner.query(sql`
    select id from pgboss.job where name = 'mailbox-check' and data->>'mailboxId' = ${mailboxId}`);
const setStored = (id: string, change: (stored: Record<string, unknown>) => object) =>
  member.row(id).then((row) =>
    service.owner.query(sql`
      update mailbox set authentication = ${JSON.stringify(change(row['authentication'] as Record<string, unknown>))}
      where workspace_id = ${workspace.id} and id = ${id}`),
  );

test('a check is started as a job, and the mailbox shows that it is running', async () => {
  const mailbox = await member.connect();
  expect(mailbox.check).toBeNull();
  const { check } = await member.call('POST', path(mailbox.id), {});
  expect(check).toMatchObject({ state: 'running', checkedAt: null, advice: [] });
  expect((await member.call('GET', `/mailboxes/${mailbox.id}`)).mailbox.check).toEqual(check);
  expect(await jobsOf(mailbox.id)).toHaveLength(1);
  expect(await member.audit('mailbox.checked')).toMatchObject([{ target: mailbox.id }]);
});

test('while a check is running, further calls return it and start no other', async () => {
  const { id } = await member.connect();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => member.call('POST', path(id), {})),
  );
  expect(new Set(answers.map(({ check }) => check.startedAt)).size).toBe(1);
  expect(await jobsOf(id)).toHaveLength(1);
});

test('an eleventh check in 24 hours is refused until the first one is a day old', async () => {
  const { id } = await member.connect();
  await member.call('POST', path(id), {});
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  await setStored(id, (stored) => ({
    ...stored,
    starts: Array.from({ length: 10 }, () => hourAgo),
    check: { ...(stored['check'] as object), state: 'passed' },
  }));
  const { status, error, headers } = await member.send('POST', path(id), {});
  expect([status, error?.code]).toEqual([429, 'rate_limited']);
  const wait = Number(headers.get('retry-after'));
  expect(wait).toBeGreaterThan(22 * 3_600);
  expect(wait).toBeLessThanOrEqual(23 * 3_600);
  expect(await jobsOf(id)).toHaveLength(1);
});

test('a check whose worker was lost has failed, and another one can start', async () => {
  const { id } = await member.connect();
  await member.call('POST', path(id), {});
  await setStored(id, (stored) => ({
    ...stored,
    check: {
      ...(stored['check'] as object),
      startedAt: new Date(Date.now() - 3_600_000).toISOString(),
    },
  }));
  const { mailbox } = await member.call('GET', `/mailboxes/${id}`);
  expect(mailbox.check).toMatchObject({ state: 'failed', advice: [{ code: 'interrupted' }] });
  expect((await member.call('POST', path(id), {})).check.state).toBe('running');
});

test('a shared mailbox is checked by its owner or an Admin only; an unseen one is 404', async () => {
  const admin = await mailboxesClient(service, workspace, 'admin');
  const viewer = await mailboxesClient(service, workspace, 'viewer');
  const stranger = await mailboxesClient(service, await service.workspace());
  const { id } = await admin.connect({ shared: true });
  expect((await viewer.send('POST', path(id), {})).status).toBe(403);
  expect((await member.send('POST', path(id), {})).status).toBe(403);
  expect((await stranger.send('POST', path(id), {})).status).toBe(404);
  expect((await admin.send('POST', path(id), {})).status).toBe(200);
  const own = await member.connect();
  expect((await admin.send('POST', path(own.id), {})).status).toBe(404);
});

test('a mailbox that does not send shows what to do', async () => {
  const mailbox = await member.connect();
  expect(mailbox).toMatchObject({
    status: 'needs_attention',
    reason: 'not_connected',
    advice: 'It has not passed a test yet. Test the mailbox.',
  });
});
