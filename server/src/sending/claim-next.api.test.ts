import { describe, expect, test } from 'vitest';
import {
  claimDeps,
  claimedEmailOf,
  type MailWorkspace,
  mailWorkspace,
  unclaimedReasonOf,
  workerDatabase,
} from '../../test/sending/mail-workspace.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const db = workerDatabase(service);

const monday = new Date('2026-01-05T10:00Z');
const inMs = (ms: number, from = monday) => new Date(from.getTime() + ms);
const inHours = (hours: number, from = monday) => inMs(hours * 3_600_000, from);

const mail = async (): Promise<MailWorkspace> =>
  mailWorkspace(service.owner, db, (await service.workspace()).id);

describe('the order', () => {
  test('an email is claimed once, with everything that is needed to send it', async () => {
    const at = await mail();
    const mailboxId = await at.mailbox();
    const { id: campaignId, stepIds } = await at.campaign({
      steps: ['Dear {{firstName|reader}}'],
      mailboxes: [mailboxId],
    });
    const prospectId = await at.person(campaignId, inMs(-1), 'jane@acme.example');
    const message = claimedEmailOf(await at.claim(mailboxId, monday));
    expect(message).toMatchObject({
      campaignId,
      prospectId,
      stepId: stepIds[0],
      attempt: 1,
      tries: 0,
      isFirst: true,
      thread: null,
      template: { variantId: null, subject: 'An idea', body: 'Dear {{firstName|reader}}' },
      recipient: { email: 'jane@acme.example', emailKey: 'jane@acme.example' },
    });
    expect(message.messageId).toBe(claimDeps.tokens.messageId(message.id, 'sender.example'));
    expect(await at.enrollment(prospectId)).toMatchObject({ status: 'sending', mailboxId });
    await at.accept({ kind: 'claimed', email: message, nextAt: null }, monday);
    expect(unclaimedReasonOf(await at.claim(mailboxId, inMs(1)))).toBe('nothing_due');
  });

  test('follow-ups leave first, longest due first', async () => {
    const at = await mail();
    const mailboxId = await at.mailbox({ syncedAt: monday });
    const { id, stepIds } = await at.campaign({ steps: ['One', 3, 'Two'], mailboxes: [mailboxId] });
    const first = await at.person(id, inHours(-90));
    const followUp = (dueAt: Date) => ({
      dueAt,
      mailboxId,
      stepId: stepIds[2]!,
      lastSentAt: inHours(-80),
    });
    const later = await at.enroll(id, await at.prospect(), followUp(inHours(-1)));
    const sooner = await at.enroll(id, await at.prospect(), followUp(inHours(-2)));
    const order = [];
    for (let turn = 0; turn < 3; turn++) {
      const claim = await at.claim(mailboxId, inMs(turn));
      order.push(claimedEmailOf(claim).prospectId);
      await at.accept(claim, inMs(turn));
    }
    expect(order).toEqual([sooner, later, first]);
  });

  test('first emails come from the campaign served longest ago', async () => {
    const at = await mail();
    const mailboxId = await at.mailbox();
    const one = await at.campaign({ mailboxes: [mailboxId] });
    const two = await at.campaign({ mailboxes: [mailboxId] });
    for (let person = 0; person < 3; person++) {
      await at.person(one.id, inHours(-2));
      await at.person(two.id, inHours(-1));
    }
    const order = [];
    for (let turn = 0; turn < 6; turn++) {
      const claim = await at.claim(mailboxId, inMs(turn));
      order.push(claimedEmailOf(claim).campaignId);
      await at.accept(claim, inMs(turn));
    }
    const [a, b] = order;
    expect(order).toEqual([a, b, a, b, a, b]);
    expect(new Set(order)).toEqual(new Set([one.id, two.id]));
  });

  test('only running campaigns send', async () => {
    const at = await mail();
    const mailboxId = await at.mailbox({ syncedAt: monday });
    const { id, stepIds } = await at.campaign({
      status: 'paused',
      steps: ['One', 1, 'Two'],
      mailboxes: [mailboxId],
    });
    await at.person(id, inHours(-2));
    await at.enroll(id, await at.prospect(), {
      ...{ dueAt: inHours(-1), mailboxId, stepId: stepIds[2]!, lastSentAt: inHours(-50) },
    });
    expect(unclaimedReasonOf(await at.claim(mailboxId, monday))).toBe('nothing_due');
  });

  test('a follow-up waits until the inbox was read; first emails leave', async () => {
    const at = await mail();
    const mailboxId = await at.mailbox({ syncedAt: inMs(-300_001) });
    const { id, stepIds } = await at.campaign({ steps: ['One', 1, 'Two'], mailboxes: [mailboxId] });
    const stepId = stepIds[2]!;
    const waits = await at.enroll(id, await at.prospect(), {
      ...{ dueAt: inHours(-3), mailboxId, stepId, lastSentAt: inHours(-50) },
    });
    const first = await at.person(id, inHours(-1));
    const claim = await at.claim(mailboxId, monday);
    expect(claimedEmailOf(claim).prospectId).toBe(first);
    await at.accept(claim, monday);
    expect(await at.claim(mailboxId, inMs(1))).toMatchObject({
      sleepUntil: inMs(60_001),
      why: 'inbox_not_read',
    });
    await at.setMailbox(mailboxId, 'synced_at', monday);
    expect(claimedEmailOf(await at.claim(mailboxId, inMs(300_000)))).toMatchObject({
      prospectId: waits,
      isFirst: false,
      stepId,
    });
  });

  test('each prospect gets one version of an email, the same after a lost worker', async () => {
    const at = await mail();
    const mailboxId = await at.mailbox();
    const { id, stepIds } = await at.campaign({ mailboxes: [mailboxId] });
    const alternative = { id: crypto.randomUUID(), subject: null, body: 'Another text' };
    await at.run(sql`
      update campaign_step set alternatives = ${JSON.stringify([alternative])} where id = ${stepIds[0]}`);
    for (let person = 0; person < 12; person++) await at.person(id, inHours(person - 20));
    const versions = [];
    for (let turn = 0; turn < 12; turn++) {
      const lost = claimedEmailOf(await at.claim(mailboxId, inMs(2 * turn)));
      const again = await at.claim(mailboxId, inMs(2 * turn + 1));
      expect(claimedEmailOf(again)).toMatchObject({ id: lost.id, template: lost.template });
      versions.push(lost.template.body);
      await at.accept(again, monday);
    }
    expect(new Set(versions)).toEqual(new Set(['Hello', 'Another text']));
  });

  test('a follow-up continues the thread of what was accepted', async () => {
    const at = await mail();
    const mailboxId = await at.mailbox({ syncedAt: inHours(72) });
    const { id, stepIds } = await at.campaign({ steps: ['One', 3, 'Two'], mailboxes: [mailboxId] });
    await at.person(id, monday);
    const first = await at.claim(mailboxId, monday);
    await at.accept(first, monday, { stepId: stepIds[2]!, dueAt: inHours(72) });
    const followUp = claimedEmailOf(await at.claim(mailboxId, inHours(72)));
    expect(followUp.thread).toEqual({
      subject: 'An idea',
      messageIds: [claimedEmailOf(first).messageId],
    });
  });
});

describe('limits', () => {
  test('the day ends at the limit, and the next one starts at the opening', async () => {
    const at = await mail();
    const windows = [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }];
    const mailboxId = await at.mailbox({ dailyLimit: 2, windows });
    const { id } = await at.campaign({ mailboxes: [mailboxId] });
    for (let person = 0; person < 4; person++) await at.person(id, inHours(-1));
    for (let sent = 0; sent < 2; sent++) await at.accept(await at.claim(mailboxId, monday), monday);
    const tuesday = new Date('2026-01-06T09:00Z');
    expect((await at.mailboxState(mailboxId)).sendAt).toEqual(tuesday);
    expect(await at.claim(mailboxId, inMs(1))).toMatchObject({
      sleepUntil: tuesday,
      why: 'daily_limit',
    });
    expect(claimedEmailOf(await at.claim(mailboxId, tuesday)).isFirst).toBe(true);
    expect((await at.mailboxState(mailboxId)).sentToday).toBe(1);
  });

  test('two workers at once do not exceed the limit', async () => {
    const at = await mail();
    const mailboxId = await at.mailbox({ dailyLimit: 3 });
    const { id } = await at.campaign({ mailboxes: [mailboxId] });
    for (let person = 0; person < 12; person++) await at.person(id, inHours(-1));
    const claims = await Promise.all(
      Array.from({ length: 8 }, () => at.claimAccepted(mailboxId, monday)),
    );
    const left = claims.map((claim) => (claim.kind === 'claimed' ? 'claimed' : claim.why)).sort();
    expect(left).toEqual([...Array(3).fill('claimed'), ...Array(5).fill('daily_limit')]);
    expect((await at.mailboxState(mailboxId)).sentToday).toBe(3);
  });

  test('two mailboxes of one campaign never claim the same prospect', async () => {
    const at = await mail();
    const mailboxes = await Promise.all(Array.from({ length: 6 }, () => at.mailbox()));
    const { id } = await at.campaign({ mailboxes });
    for (let person = 0; person < 6; person++) await at.person(id, inHours(-1));
    const claims = await Promise.all(mailboxes.map((mailboxId) => at.claim(mailboxId, monday)));
    const prospects = claims.flatMap((claim) =>
      claim.kind === 'claimed' ? [claim.email.prospectId] : [],
    );
    expect(new Set(prospects).size).toBe(prospects.length);
    expect(prospects.length).toBeGreaterThan(0);
  });

  test('a worker whose lease was replaced claims nothing', async () => {
    const at = await mail();
    const mailboxId = await at.mailbox();
    const { id } = await at.campaign({ mailboxes: [mailboxId] });
    await at.person(id, inHours(-1));
    await at.run(sql`update mailbox set lease_id = gen_random_uuid() where id = ${mailboxId}`);
    expect(unclaimedReasonOf(await at.claim(mailboxId, monday))).toBe('lease_lost');
  });
});
