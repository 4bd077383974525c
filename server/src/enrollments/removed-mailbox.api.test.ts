import { expect, test } from 'vitest';
import { messagesClient } from '../../test/messages/messages-client.ts';
import {
  claimedEmailOf,
  mailWorkspace,
  workerDatabase,
} from '../../test/sending/mail-workspace.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';
import { createLog } from '../platform/observe/log.ts';
import { runSettleUnknown, type SettleDeps } from '../sending/settle-unknown.job.ts';
import { runEndAbsences } from './end-absences.job.ts';

const service = await testService();
const db = workerDatabase(service);
const monday = new Date('2026-01-05T10:00Z');
const inHours = (hours: number) => new Date(monday.getTime() + hours * 3_600_000);
const inTenDays = new Date(Date.now() + 10 * 24 * 3_600_000);
const signal = new AbortController().signal;
const log = createLog('silent');

async function setUp() {
  const account = await messagesClient(service);
  const at = mailWorkspace(service.owner, db, account.workspace.id);
  const [removed, other] = [
    await at.mailbox({ syncedAt: inHours(240) }),
    await at.mailbox({ syncedAt: inHours(240) }),
  ];
  await at.setMailbox(removed, 'owner_id', account.userId);
  const campaign = await at.campaign({
    steps: ['One', 3, 'Two', 3, 'Three'],
    mailboxes: [removed, other],
  });
  const remove = async () => {
    await service.call(account.token, 'DELETE', `/api/v1/manage/mailboxes/${removed}`);
    expect(await at.rows(sql`select status from mailbox where id = ${removed}`)).toEqual([
      { status: 'removed' },
    ]);
  };
  const change = async (prospectId: string, action: 'resume' | 'skip') => {
    const path = `/api/v1/manage/campaigns/${campaign.id}/enrollments/${action}`;
    const { data } = await service.call(account.token, 'POST', path, {
      body: { prospectIds: [prospectId] },
    });
    return data.results[0];
  };
  return { ...at, account, removed, other, campaign, remove, change };
}

const everyMinute = (at: Date) => runEndAbsences({ db, clock: () => at })({ signal });
const settleUnknownEmails = (at: Date) =>
  runSettleUnknown({ db, clock: () => at } as SettleDeps)({ signal, log });
const held = { status: 'held', reason: 'mailbox_removed' };

test('prospects who wait again for a removed mailbox are held, others are not', async () => {
  const at = await setUp();
  const { removed, other, campaign } = at;
  const bound = (mailboxId: string | undefined) => ({
    ...{ dueAt: inHours(1), stepId: campaign.stepIds[2]!, lastSentAt: inHours(-72) },
    ...(mailboxId && { mailboxId }),
  });
  const enroll = async (mailboxId?: string) =>
    at.enroll(campaign.id, await at.prospect(), bound(mailboxId));
  const [away, inFlight, kept, free] = [
    await enroll(removed),
    await enroll(removed),
    await enroll(other),
    await enroll(),
  ];
  await at.run(sql`update enrollment set status = 'away' where prospect_id = ${away}`);
  await at.run(sql`update enrollment set status = 'sending' where prospect_id = ${inFlight}`);
  await at.remove();
  await at.run(sql`update enrollment set status = 'waiting' where prospect_id = ${inFlight}`);
  await everyMinute(monday);
  expect(await at.enrollment(inFlight)).toMatchObject(held);
  expect(await at.enrollment(away)).toMatchObject({ status: 'away' });
  await everyMinute(inHours(2));
  expect(await at.enrollment(away)).toMatchObject(held);
  for (const id of [kept, free])
    expect(await at.enrollment(id)).toMatchObject({ status: 'waiting', reason: null });
});

async function sentFirst(at: Awaited<ReturnType<typeof setUp>>) {
  const { removed, campaign } = at;
  const prospectId = await at.person(campaign.id, monday, 'jane@acme.example');
  const claim = await at.claim(removed, monday);
  await at.accept(claim, monday, { stepId: campaign.stepIds[2]!, dueAt: inHours(72) });
  await addConversation(at, prospectId, claimedEmailOf(claim).id);
  return { prospectId, first: claimedEmailOf(claim) };
}

/** Adds the first email to the inbox. */
async function addConversation(
  { removed, campaign, workspaceId, run }: Awaited<ReturnType<typeof setUp>>,
  prospectId: string,
  messageId: string,
) {
  const id = crypto.randomUUID();
  await run(sql`
    insert into conversation (workspace_id, id, mailbox_id, prospect_id, campaign_id, subject, snippet,
                              last_message_at, last_direction, unread, message_count)
    values (${workspaceId}, ${id}, ${removed}, ${prospectId}, ${campaign.id}, 'The subject that was sent', '',
            ${monday}, 'outbound', false, 1)`);
  await run(sql`
    insert into message (workspace_id, id, conversation_id, direction, sent_at, subject, text)
    values (${workspaceId}, ${messageId}, ${id}, 'outbound', ${monday}, 'The subject that was sent', '')`);
  await run(sql`update enrollment set conversation_id = ${id} where prospect_id = ${prospectId}`);
}

test.each([
  ['resumed', 'resume', 2],
  ['their next email is skipped', 'skip', 4],
] as const)(
  'once %s, another mailbox of the campaign continues the thread',
  async (_, action, step) => {
    const at = await setUp();
    const { prospectId, first } = await sentFirst(at);
    await at.remove();
    expect(await at.enrollment(prospectId)).toMatchObject({ ...held, mailboxId: at.removed });
    expect(await at.change(prospectId, action)).toMatchObject({ changed: true, status: 'waiting' });
    await everyMinute(new Date());
    expect(await at.enrollment(prospectId)).toMatchObject({ status: 'waiting', mailboxId: null });
    const message = claimedEmailOf(await at.claim(at.other, inTenDays));
    expect(message).toMatchObject({
      ...{ prospectId, stepId: at.campaign.stepIds[step], isFirst: false, conversationId: null },
      thread: { subject: 'The subject that was sent', messageIds: [first.messageId] },
    });
    expect(await at.enrollment(prospectId)).toMatchObject({
      status: 'sending',
      mailboxId: at.other,
    });
  },
);

test('what a lost worker left of a removed mailbox is settled once its lease has ended', async () => {
  const at = await setUp();
  const people = [await at.person(at.campaign.id, monday), await at.person(at.campaign.id, monday)];
  const [one, two] = [
    claimedEmailOf(await at.claim(at.removed, monday)),
    claimedEmailOf(await at.claim(at.other, monday)),
  ];
  expect([one.prospectId, two.prospectId].sort()).toEqual(people.sort());
  await at.run(sql`
    update outbound_message set mailbox_id = ${at.removed}, status = 'at_dot' where id = ${two.id}`);
  await at.run(sql`
    update enrollment set mailbox_id = ${at.removed} where prospect_id = ${two.prospectId}`);
  await at.remove();
  const statuses = () =>
    at.rows(sql`
      select prospect_id as id, status, evidence from outbound_message
      where workspace_id = ${at.workspaceId} order by prospect_id = ${two.prospectId}`);
  await settleUnknownEmails(inHours(0.1));
  expect(await statuses()).toMatchObject([{ status: 'claimed' }, { status: 'at_dot' }]);
  await settleUnknownEmails(inHours(1));
  expect(await statuses()).toMatchObject([
    { status: 'released' },
    { status: 'unknown', evidence: 'worker_lost' },
  ]);
  // A first email may leave from another mailbox.
  expect(await at.enrollment(one.prospectId)).toMatchObject({ status: 'waiting', mailboxId: null });
  expect(await at.enrollment(two.prospectId)).toMatchObject({ status: 'held', reason: 'unknown' });
  const sent = await service.call(
    at.account.token,
    'POST',
    `/api/v1/manage/messages/${two.id}/mark-sent`,
    { body: {} },
  );
  expect(sent.status).toBe(200);
  expect(await at.enrollment(two.prospectId)).toMatchObject({ status: 'waiting' });
  await everyMinute(inHours(1));
  expect(await at.enrollment(two.prospectId)).toMatchObject(held);
});

test('a removed mailbox that cannot be settled keeps no other one from it', async () => {
  const [broken, other] = [await setUp(), await setUp()];
  for (const at of [broken, other]) {
    await at.person(at.campaign.id, monday);
    claimedEmailOf(await at.claim(at.removed, monday));
    await at.remove();
  }
  await broken.setMailbox(broken.removed, 'zone', 'Nowhere/None');
  await settleUnknownEmails(inHours(1));
  const statusesOf = (at: typeof broken) =>
    at.rows(sql`select status from outbound_message where workspace_id = ${at.workspaceId}`);
  expect(await statusesOf(other)).toEqual([{ status: 'released' }]);
  expect(await statusesOf(broken)).toEqual([{ status: 'claimed' }]);
});
