import { expect, test } from 'vitest';
import { testQueue } from '../../test/queue/workers.ts';
import { claimDeps, claimedEmailOf, mailWorkspace } from '../../test/sending/mail-workspace.ts';
import { testService } from '../../test/service.ts';
import { waitForLock } from '../../test/wait-for-lock.ts';
import { releaseMailboxLease, wakeMailboxes } from '../core/mailboxes/wake-mailboxes.sql.ts';
import { Database, sql } from '../platform/db/index.ts';
import { registerJob } from '../platform/queue/job-registry.ts';
import { claimCampaignEmail } from './claim-next.ts';
import { sendTurn } from './send-turn.job.ts';
import { startWakingMailboxes, wakeDueMailboxes } from './wake-mailboxes.job.ts';

const service = await testService();
const queue = await testQueue([registerJob(sendTurn, () => async () => {})], service.database);
const monday = new Date('2026-01-05T10:00Z');
const inMs = (ms: number) => new Date(monday.getTime() + ms);
const base = '/api/v1/manage';

async function mail() {
  const workspace = await service.workspace();
  const at = mailWorkspace(service.owner, queue.db, workspace.id);
  const turns = async () =>
    (await queue.jobs('send-turn', workspace)).map(({ data }) => data['mailboxId']);
  return { ...at, workspace, turns };
}

test('each due mailbox gets one turn, until its lease is released or expires', async () => {
  const at = await mail();
  const due = await at.mailbox({ sendAt: monday });
  const later = await at.mailbox({ sendAt: inMs(1_000) });
  await at.mailbox({ sendAt: inMs(3_600_000) });
  const wake = (ms: number) =>
    Promise.all([1, 2, 3].map(() => wakeDueMailboxes(queue.db, inMs(ms))));
  await wake(0);
  expect(await at.turns()).toEqual([due]);
  await wake(1_000);
  expect(await at.turns()).toEqual([due, later]);
  await wake(720_000);
  expect(await at.turns()).toEqual([due, later]);

  const [job] = await queue.jobs('send-turn', at.workspace);
  const lease = { mailboxId: due, leaseId: String(job!.data['leaseId']) };
  await queue.db.transaction(at.workspaceId, async (tx) => releaseMailboxLease(tx, lease));
  await wake(720_000);
  expect(await at.turns()).toEqual([due, later, due]);
  // The released lease is no longer valid.
  await queue.db.transaction(at.workspaceId, async (tx) => releaseMailboxLease(tx, lease));
  await wake(720_001);
  expect(await at.turns()).toEqual([due, later, due]);
  await wake(721_001);
  expect(await at.turns()).toEqual([due, later, due, later]);
});

test('mailboxes of all workspaces are woken', async () => {
  const [one, two] = [await mail(), await mail()];
  const ids = [await one.mailbox({ sendAt: monday }), await two.mailbox({ sendAt: monday })];
  await wakeDueMailboxes(queue.db, monday);
  expect([...(await one.turns()), ...(await two.turns())]).toEqual(ids);
});

test('a worker looks for due mailboxes every second, also after an error', async () => {
  const at = await mail();
  const errors: unknown[] = [];
  const broken = new Database({
    url: 'postgres://outcrop_app@127.0.0.1:9/none',
    poolSize: 1,
    timeouts: { statementMs: 1_000, lockMs: 1_000 },
  });
  const failing = startWakingMailboxes(broken, (error) => errors.push(error));
  const waking = startWakingMailboxes(queue.db, (error) => errors.push(error));
  const mailboxId = await at.mailbox({ sendAt: new Date() });
  await expect.poll(at.turns).toEqual([mailboxId]);
  await expect.poll(() => errors.length).toBeGreaterThan(1);
  await Promise.all([failing.stop(), waking.stop()]);
  await broken.close();
});

test('starting a campaign and enrolling wake its mailboxes, and no others', async () => {
  const at = await mail();
  const far = new Date('2100-01-01T00:00Z');
  const [served, paused, other] = [
    await at.mailbox({ sendAt: far }),
    await at.mailbox({ sendAt: far, status: 'paused' }),
    await at.mailbox({ sendAt: far }),
  ];
  const { id } = await at.campaign({ status: 'paused', mailboxes: [served, paused] });
  const sendTimes = async () => {
    const times = await Promise.all([served, paused, other].map((one) => at.mailboxState(one)));
    return times.map(({ sendAt }) => (sendAt! < far ? 'soon' : 'far'));
  };
  const admin = await at.workspace.token('admin');
  await service.call(admin, 'PATCH', `${base}/campaigns/${id}`, { body: { status: 'running' } });
  expect(await sendTimes()).toEqual(['soon', 'far', 'far']);

  await at.setMailbox(served, 'send_at', far);
  const prospectId = await at.prospect();
  const body = { prospectIds: [prospectId] };
  await service.call(admin, 'POST', `${base}/campaigns/${id}/enroll`, { body });
  expect(await sendTimes()).toEqual(['soon', 'far', 'far']);
  expect(claimedEmailOf(await at.claim(served, new Date(Date.now() + 1_000))).prospectId).toBe(
    prospectId,
  );
});

test('a mailbox in its gap is woken when the gap ends', async () => {
  const at = await mail();
  const far = new Date('2100-01-01T00:00Z');
  const freeAt = new Date('2099-01-01T00:00Z');
  const mailboxId = await at.mailbox({ sendAt: far });
  await at.setMailbox(mailboxId, 'free_at', freeAt);
  const { id } = await at.campaign({ status: 'paused', mailboxes: [mailboxId] });
  const admin = await at.workspace.token('admin');
  await service.call(admin, 'PATCH', `${base}/campaigns/${id}`, { body: { status: 'running' } });
  expect((await at.mailboxState(mailboxId)).sendAt).toEqual(freeAt);
});

test('a campaign that begins with a wait makes its first email due after it', async () => {
  const at = await mail();
  const { id } = await at.campaign({ steps: [2, 'Hello'] });
  const prospectId = await at.prospect();
  const admin = await at.workspace.token('admin');
  const before = Date.now();
  const body = { prospectIds: [prospectId] };
  await service.call(admin, 'POST', `${base}/campaigns/${id}/enroll`, { body });
  const { dueAt } = await at.enrollment(prospectId);
  const twoDays = 2 * 86_400_000;
  expect(dueAt.getTime()).toBeGreaterThanOrEqual(before + twoDays);
  expect(dueAt.getTime()).toBeLessThanOrEqual(Date.now() + twoDays);
  await at.run(sql`delete from enrollment where prospect_id = ${prospectId}`);
});

test('a mailbox whose turn has just found nothing looks again for what came meanwhile', async () => {
  const at = await mail();
  const mailboxId = await at.mailbox();
  const { id: campaignId } = await at.campaign({ mailboxes: [mailboxId] });
  const now = new Date();
  let waked: Promise<void> | undefined;
  await queue.db.transaction(at.workspaceId, async (tx) => {
    const turn = { mailboxId, leaseId: mailboxId, at: now, random: () => 0 };
    expect(await claimCampaignEmail(tx, turn, claimDeps)).toMatchObject({ why: 'nothing_due' });
    waked = queue.db.transaction(at.workspaceId, async (other) =>
      wakeMailboxes(other, [campaignId], now),
    );
    await Promise.race([waked, waitForLock(service.owner)]);
  });
  await waked;
  expect((await at.mailboxState(mailboxId)).sendAt).toEqual(now);
});
