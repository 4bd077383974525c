import { describe, expect, test } from 'vitest';
import { insertAddressFact } from '../../test/outreach.ts';
import {
  claimedEmailOf,
  type MailWorkspace,
  mailWorkspace,
  unclaimedReasonOf,
  workerDatabase,
} from '../../test/sending/mail-workspace.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';
import { releaseEmail } from './release-email.ts';

const service = await testService();
const db = workerDatabase(service);

const monday = new Date('2026-01-05T10:00Z');
const tuesday = new Date('2026-01-06T00:00Z');
const inMs = (ms: number) => new Date(monday.getTime() + ms);
const inHours = (hours: number) => inMs(hours * 3_600_000);

async function mail(): Promise<MailWorkspace & { mailboxId: string }> {
  const at = mailWorkspace(service.owner, db, (await service.workspace()).id);
  return { ...at, mailboxId: await at.mailbox() };
}

const days = (at: MailWorkspace, table: 'company_day' | 'campaign_day') =>
  at.rows<{ sent: number }>(
    table === 'company_day'
      ? sql`select sent from company_day where workspace_id = ${at.workspaceId}`
      : sql`select sent from campaign_day where workspace_id = ${at.workspaceId}`,
  );

describe('enrollments that are set aside', () => {
  test('each gets its status and reason, and the next is tried in the same turn', async () => {
    const at = await mail();
    const { id } = await at.campaign({
      steps: ['Dear {{firstName}}'],
      mailboxes: [at.mailboxId],
    });
    const suppressed = await at.person(id, inHours(-9));
    await at.run(sql`update prospect set do_not_contact = true where id = ${suppressed}`);
    const facts = ['unsubscribed', 'complained', 'bounced'] as const;
    const addresses = facts.map((fact) => `${fact}@acme.example`);
    const known = [];
    for (const [index, fact] of facts.entries()) {
      await insertAddressFact(service.owner, at.workspaceId, addresses[index]!, fact);
      known.push(await at.person(id, inHours(-8), addresses[index]!));
    }
    const noEmail = await at.person(id, inHours(-7), null);
    const noName = await at.person(id, inHours(-6));
    const named = await at.person(id, inHours(-5));
    await at.run(sql`update prospect set first_name = 'Jane' where id = ${named}`);

    expect(claimedEmailOf(await at.claim(at.mailboxId, monday)).prospectId).toBe(named);
    const statusOf = async (prospectId: string) => {
      const { status, reason } = await at.enrollment(prospectId);
      return [status, reason];
    };
    expect(await statusOf(suppressed)).toEqual(['suppressed', 'do_not_contact']);
    expect(await Promise.all(known.map(statusOf))).toEqual([
      ['unsubscribed', 'unsubscribed'],
      ['unsubscribed', 'unsubscribed'],
      ['bounced', 'bounced'],
    ]);
    expect(await statusOf(noEmail)).toEqual(['held', 'no_email']);
    expect(await statusOf(noName)).toEqual(['held', 'missing_values']);
  });

  test('at most 20 are tried in a turn, and the mailbox looks again at once', async () => {
    const at = await mail();
    const { id } = await at.campaign({ mailboxes: [at.mailboxId] });
    for (let person = 0; person < 25; person++) await at.person(id, inHours(-1), null);
    expect(await at.claim(at.mailboxId, monday)).toMatchObject({
      sleepUntil: monday,
      why: 'all_blocked',
    });
    const [{ held }] = (await at.rows<{ held: number }>(sql`
      select count(*)::int as held from enrollment where campaign_id = ${id} and status = 'held'`)) as [
      { held: number },
    ];
    expect(held).toBe(20);
    expect((await at.mailboxState(at.mailboxId)).sendAt).toEqual(monday);
  });

  test('a prospect whose last step is gone has finished', async () => {
    const at = await mail();
    const { id } = await at.campaign({ mailboxes: [at.mailboxId] });
    const prospectId = await at.enroll(id, await at.prospect(), {
      ...{ dueAt: inHours(-1), mailboxId: at.mailboxId, stepId: crypto.randomUUID() },
    });
    expect(unclaimedReasonOf(await at.claim(at.mailboxId, monday))).toBe('all_blocked');
    expect(await at.enrollment(prospectId)).toMatchObject({ status: 'finished', reason: null });
  });
});

describe('throttles', () => {
  test('a company gets its number of emails a day, the rest tomorrow', async () => {
    const at = await mail();
    await at.settings('company_per_day', 1);
    const { id } = await at.campaign({ mailboxes: [at.mailboxId] });
    const one = await at.person(id, inHours(-3), 'one@acme.example');
    const two = await at.person(id, inHours(-2), 'two@acme.example');
    const other = await at.person(id, inHours(-1), 'one@other.example');
    const sent = [];
    for (let turn = 0; turn < 2; turn++) {
      const claim = await at.claim(at.mailboxId, inMs(turn));
      sent.push(claimedEmailOf(claim).prospectId);
      await at.accept(claim, inMs(turn));
    }
    expect(sent).toEqual([one, other]);
    expect(await at.enrollment(two)).toMatchObject({
      status: 'waiting',
      reason: 'company_limit',
      dueAt: tuesday,
    });
    expect(claimedEmailOf(await at.claim(at.mailboxId, tuesday)).prospectId).toBe(two);
  });

  test('addresses of a free email provider are not one company', async () => {
    const at = await mail();
    await at.settings('company_per_day', 1);
    const { id } = await at.campaign({ mailboxes: [at.mailboxId] });
    for (const name of ['one', 'two', 'three']) {
      await at.person(id, inHours(-1), `${name}@gmail.com`);
      await at.accept(await at.claim(at.mailboxId, monday), monday);
    }
    expect(await days(at, 'company_day')).toEqual([]);
  });

  test('mailboxes that claim at the same time keep the limit of a company', async () => {
    const at = await mail();
    await at.settings('company_per_day', 2);
    const mailboxes = await Promise.all(Array.from({ length: 6 }, () => at.mailbox()));
    const { id } = await at.campaign({ mailboxes });
    for (let person = 0; person < 12; person++)
      await at.person(id, inHours(-1), `p${person}@acme.example`);
    const claims = await Promise.all(mailboxes.map((mailboxId) => at.claim(mailboxId, monday)));
    expect(claims.filter((claim) => claim.kind === 'claimed').length).toBeLessThanOrEqual(2);
    expect((await days(at, 'company_day'))[0]!.sent).toBeLessThanOrEqual(2);
  });

  test('a prospect in two campaigns gets the second email after the cooldown', async () => {
    const at = await mail();
    const one = await at.campaign({ mailboxes: [at.mailboxId] });
    const two = await at.campaign({ mailboxes: [at.mailboxId] });
    const prospectId = await at.person(one.id, inHours(-2));
    await at.enroll(two.id, prospectId, { dueAt: inHours(-1) });
    const first = await at.claim(at.mailboxId, monday);
    expect(unclaimedReasonOf(await at.claim(await at.mailbox(), monday))).toBe('nothing_due');
    await at.accept(first, monday);
    expect(unclaimedReasonOf(await at.claim(at.mailboxId, inMs(1)))).toBe('all_blocked');
    expect(await at.claim(at.mailboxId, inHours(23))).toMatchObject({ why: 'nothing_due' });
    const second = claimedEmailOf(await at.claim(at.mailboxId, inHours(24)));
    expect(new Set([claimedEmailOf(first).campaignId, second.campaignId])).toEqual(
      new Set([one.id, two.id]),
    );
  });

  test('two campaigns never write to a prospect at the same time', async () => {
    const at = await mail();
    const mailboxes = await Promise.all(Array.from({ length: 4 }, () => at.mailbox()));
    const prospectId = await at.prospect();
    for (const mailboxId of mailboxes) {
      const { id } = await at.campaign({ mailboxes: [mailboxId] });
      await at.enroll(id, prospectId, { dueAt: inHours(-1) });
    }
    const claims = await Promise.all(mailboxes.map((mailboxId) => at.claim(mailboxId, monday)));
    expect(claims.filter((claim) => claim.kind === 'claimed')).toHaveLength(1);
  });

  test('a campaign starts with its number of new prospects a day', async () => {
    const at = await mail();
    const { id } = await at.campaign({ mailboxes: [at.mailboxId], newPerDay: 2 });
    for (let person = 0; person < 4; person++) await at.person(id, inHours(-1));
    for (let sent = 0; sent < 2; sent++)
      await at.accept(await at.claim(at.mailboxId, monday), monday);
    expect(unclaimedReasonOf(await at.claim(at.mailboxId, inMs(1)))).toBe('nothing_due');
    expect(claimedEmailOf(await at.claim(at.mailboxId, tuesday)).isFirst).toBe(true);
  });
});

describe('quota', () => {
  test('a release gives back what the claim reserved, once', async () => {
    const at = await mail();
    const { id } = await at.campaign({ mailboxes: [at.mailboxId] });
    const prospectId = await at.person(id, inHours(-1));
    const message = claimedEmailOf(await at.claim(at.mailboxId, monday));
    const releaseIt = () =>
      db.transaction(at.workspaceId, (tx) => releaseEmail(tx, message, inMs(5)));
    expect(await releaseIt()).toBe(true);
    expect(await releaseIt()).toBe(false);
    expect((await at.mailboxState(at.mailboxId)).sentToday).toBe(0);
    expect([...(await days(at, 'company_day')), ...(await days(at, 'campaign_day'))]).toEqual([
      { sent: 0 },
      { sent: 0 },
    ]);
    expect(await at.enrollment(prospectId)).toMatchObject({ status: 'waiting', mailboxId: null });
    const again = claimedEmailOf(await at.claim(at.mailboxId, inMs(6)));
    expect(again).toMatchObject({ id: message.id, attempt: 2, messageId: message.messageId });
    expect(await releaseIt()).toBe(false);
  });

  test('an email that a lost worker had only claimed is sent by the next turn', async () => {
    const at = await mail();
    const { id } = await at.campaign({ mailboxes: [at.mailboxId] });
    await at.person(id, inHours(-1));
    const lost = claimedEmailOf(await at.claim(at.mailboxId, monday));
    const message = claimedEmailOf(await at.claim(at.mailboxId, inMs(720_000)));
    expect(message).toMatchObject({ id: lost.id, attempt: 2 });
    expect((await at.mailboxState(at.mailboxId)).sentToday).toBe(1);
  });

  test.each(['at_dot', 'handed_over'])(
    'an email that a lost worker left %s is unknown, and counts',
    async (status) => {
      const at = await mail();
      const { id } = await at.campaign({ mailboxes: [at.mailboxId] });
      const prospectId = await at.person(id, inHours(-1));
      const lost = claimedEmailOf(await at.claim(at.mailboxId, monday));
      await at.run(sql`update outbound_message set status = ${status} where id = ${lost.id}`);
      expect(unclaimedReasonOf(await at.claim(at.mailboxId, inMs(720_000)))).toBe('nothing_due');
      const [message] = await at.rows(sql`
        select status, look_at as "lookAt" from outbound_message where id = ${lost.id}`);
      expect(message).toEqual({ status: 'unknown', lookAt: inMs(780_000) });
      expect(await at.enrollment(prospectId)).toMatchObject({ status: 'held', reason: 'unknown' });
      expect((await at.mailboxState(at.mailboxId)).sentToday).toBe(1);
    },
  );
});
