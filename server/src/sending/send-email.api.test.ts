import { describe, expect, test } from 'vitest';
import { type ScriptedSmtp, type SmtpScript, scriptedSmtp } from '../../test/mail/scripted-smtp.ts';
import { insertAddressFact } from '../../test/outreach.ts';
import { claimDeps } from '../../test/sending/mail-workspace.ts';
import { sendingClient, testSender } from '../../test/sending/sending-client.ts';
import { testService } from '../../test/service.ts';
import type { CampaignEmail } from '../core/sending/claimed-email.ts';
import { stopEnrollments } from '../core/sending/stop-enrollments.ts';
import { sql } from '../platform/db/index.ts';
import { claimCampaignEmail } from './claim-next.ts';

const service = await testService();
const { deps, send } = await testSender(service);
const minuteMs = 60_000;
const minutesAfter = (at: Date, minutes: number) => new Date(at.getTime() + minutes * minuteMs);
const minutesFrom = (from: Date, until: Date | null) =>
  Math.round((until!.getTime() - from.getTime()) / minuteMs);

/** A claimed email in a new workspace, and a server that follows the script. */
async function setUp(on: SmtpScript['on'] = {}, options = {}) {
  const server = await scriptedSmtp({ on: on! });
  const client = await sendingClient(service);
  const message = await client.claim(server, options);
  return { server, client, message, send: () => send(client.workspaceId, message) };
}

describe('an email that is accepted', () => {
  test('is in the inbox, and the next step is scheduled', async () => {
    const dot = '250 2.0.0 OK <AM0PR01@AM0PR01.eurprd01.prod.outlook.com> [Hostname=AM0]';
    const { client, message, send } = await setUp({ dot });
    const before = new Date();
    expect(await send()).toEqual({ kind: 'accepted' });
    expect(await client.outbound(message.id)).toMatchObject({
      status: 'accepted',
      answer: expect.stringContaining('250 2.0.0 OK'),
      serverMessageId: '<AM0PR01@AM0PR01.eurprd01.prod.outlook.com>',
    });
    const steps = await client.rows<{ id: string }>(sql`
      select id from campaign_step where campaign_id = ${message.campaignId} order by position`);
    const enrollment = await client.enrollment(message);
    expect(enrollment).toMatchObject({ status: 'waiting', stepId: steps[2]!.id });
    expect(minutesFrom(before, enrollment.dueAt)).toBe(3 * 24 * 60);
    const conversations = await client.rows(sql`
      select c.id, c.prospect_id as "prospectId", c.message_count as count, m.id as "messageId",
             m.message_id as header, b.text
      from conversation c join message m on m.conversation_id = c.id
      join message_body b on b.message_id = m.id and b.stored_at = m.stored_at`);
    expect(conversations).toEqual([
      {
        id: enrollment.conversationId,
        prospectId: message.prospectId,
        count: 1,
        messageId: message.id,
        header: 'AM0PR01@AM0PR01.eurprd01.prod.outlook.com',
        text: 'Hello',
      },
    ]);
    const { prospectId, id: messageId, campaignId } = message;
    expect(await client.events('message.sent')).toMatchObject([
      { data: { prospectId, messageId, campaignId } },
    ]);
    expect(await client.events('prospect.stage_changed')).toMatchObject([
      { data: { prospectId, stage: 'contacted' }, previous: { stage: 'new' } },
    ]);
    expect((await client.read(prospectId)).stage).toBe('contacted');
    const counts = await client.rows(
      sql`select key, count::int from board_count where kind = 'stage'`,
    );
    expect(counts).toEqual(
      expect.arrayContaining([
        { key: 'new', count: 0 },
        { key: 'contacted', count: 1 },
      ]),
    );
  });

  test('ends the sequence if it was the last step', async () => {
    const { client, message, send } = await setUp({}, { stepKinds: ['email', 'wait'] });
    await send();
    expect(await client.enrollment(message)).toMatchObject({ status: 'finished', stepId: null });
  });

  test('stays stopped if a reply came while the server was asked', async () => {
    const reply = Promise.withResolvers<string>();
    const { server, client, message, send } = await setUp({ dot: reply.promise });
    const sending = send();
    await expect.poll(() => server.dots.length, { timeout: 30_000 }).toBe(1);
    await service.owner.transaction(client.workspaceId, (tx) =>
      stopEnrollments({ tx }, { prospectIds: [message.prospectId] }, 'replied'),
    );
    reply.resolve('250 2.0.0 OK');
    expect(await sending).toEqual({ kind: 'accepted' });
    expect(await client.enrollment(message)).toMatchObject({
      status: 'replied',
      lastSentAt: expect.any(Date),
    });
  });

  test('is accepted also if another worker took it for lost', async () => {
    const reply = Promise.withResolvers<string>();
    const { server, client, message, send } = await setUp({ dot: reply.promise });
    const sending = send();
    await expect.poll(() => server.dots.length, { timeout: 30_000 }).toBe(1);
    await expect
      .poll(async () => (await client.outbound(message.id)).status, { timeout: 30_000 })
      .toBe('handed_over');
    await client.rows(sql`update outbound_message set status = 'unknown' where id = ${message.id}`);
    await client.rows(sql`
      update enrollment set status = 'held', reason = 'unknown' where prospect_id = ${message.prospectId}`);
    reply.resolve('250 2.0.0 OK');
    await sending;
    expect(await client.outbound(message.id)).toMatchObject({ status: 'accepted' });
    expect(await client.enrollment(message)).toMatchObject({ status: 'waiting', reason: null });
  });
});

type Change = (
  client: Awaited<ReturnType<typeof sendingClient>>,
  message: CampaignEmail,
) => Promise<unknown>;
const changeOf =
  (statement: (message: CampaignEmail) => ReturnType<typeof sql>): Change =>
  (client, message) =>
    client.rows(statement(message));

describe('an email is held back at the dot if meanwhile', () => {
  test.each<[string, Change, string, string | null]>([
    [
      'the prospect was suppressed',
      (client, { prospectId }) =>
        service.call(client.token, 'POST', '/bulk', {
          body: { action: 'suppress', prospectIds: [prospectId] },
        }),
      'suppressed',
      'suppressed',
    ],
    [
      'the recipient unsubscribed',
      (client, { recipient }) =>
        insertAddressFact(service.owner, client.workspaceId, recipient.email, 'unsubscribed'),
      'unsubscribed',
      'unsubscribed',
    ],
    [
      'the address bounced',
      (client, { recipient }) =>
        insertAddressFact(service.owner, client.workspaceId, recipient.email, 'bounced'),
      'bounced',
      'bounced',
    ],
    [
      'the campaign was paused',
      changeOf(
        ({ campaignId }) => sql`update campaign set status = 'paused' where id = ${campaignId}`,
      ),
      'campaign_not_running',
      'waiting',
    ],
    [
      'the mailbox was paused',
      changeOf(({ mailbox }) => sql`update mailbox set status = 'paused' where id = ${mailbox.id}`),
      'mailbox_not_ok',
      'waiting',
    ],
    [
      'the enrollment was stopped',
      changeOf(
        ({ prospectId }) =>
          sql`update enrollment set status = 'stopped' where prospect_id = ${prospectId}`,
      ),
      'enrollment_changed',
      'stopped',
    ],
    [
      'the address was changed',
      changeOf(
        ({ prospectId }) => sql`
          update prospect set email = 'new@acme.example', email_key = 'new@acme.example'
          where id = ${prospectId}`,
      ),
      'address_changed',
      'waiting',
    ],
    [
      'another worker took it over',
      changeOf(({ id }) => sql`update outbound_message set attempt = 2 where id = ${id}`),
      'taken_over',
      'sending',
    ],
    [
      'the prospect was deleted',
      changeOf(({ prospectId }) => sql`delete from prospect where id = ${prospectId}`),
      'taken_over',
      null,
    ],
  ])('%s', async (_what, happen, why, status) => {
    const greeting = Promise.withResolvers<string>();
    const { server, client, message, send } = await setUp({ greeting: greeting.promise });
    const sending = send();
    await happen(client, message);
    greeting.resolve('220 mail.example');
    expect(await sending).toEqual({ kind: 'refused_at_gate', why });
    expect(server.commands).toContain('DATA');
    expect(server.dots).toEqual([]);
    if (status === null) return;
    expect((await client.enrollment(message)).status).toBe(status);
    if (why === 'taken_over') return;
    expect((await client.outbound(message.id)).status).toBe('released');
    expect((await client.mailbox(message.mailbox.id)).sentToday).toBe(0);
  });

  test('the inbox was not read for five minutes and it is a follow-up', async () => {
    const syncedAt = new Date(Date.now() - 6 * minuteMs);
    const late = await setUp({}, { isFirst: false, syncedAt });
    expect(await late.send()).toEqual({ kind: 'refused_at_gate', why: 'inbox_not_read' });
    const read = await setUp({}, { isFirst: false, syncedAt: new Date() });
    expect(await read.send()).toEqual({ kind: 'accepted' });
  });

  test('its locks cannot be had in time, and it is sent later', async () => {
    const greeting = Promise.withResolvers<string>();
    const { server, client, message, send } = await setUp({ greeting: greeting.promise });
    const sending = send();
    await service.owner.transaction(client.workspaceId, async (tx) => {
      await tx.run(sql`select from prospect where id = ${message.prospectId} for no key update`);
      greeting.resolve('220 mail.example');
      expect(await sending).toEqual({ kind: 'refused_at_gate', why: 'busy' });
    });
    expect(server.dots).toEqual([]);
    expect((await client.enrollment(message)).status).toBe('waiting');
  });
});

describe('an email that is not accepted', () => {
  test('with a hard bounce ends all campaigns of the prospect, and marks the address', async () => {
    const { client, message, send } = await setUp({ RCPT: '550 5.1.1 No such user' });
    const other = await client.claim({ port: 1 });
    await client.rows(sql`
      update enrollment set prospect_id = ${message.prospectId}, status = 'waiting'
      where prospect_id = ${other.prospectId}`);
    expect(await send()).toEqual({ kind: 'bounced' });
    expect(await client.outbound(message.id)).toMatchObject({
      status: 'refused',
      answer: '550 5.1.1 No such user',
    });
    const enrollments = await client.rows(sql`
      select status from enrollment where prospect_id = ${message.prospectId}`);
    expect(enrollments).toEqual([{ status: 'bounced' }, { status: 'bounced' }]);
    expect(await client.facts(message)).toEqual(['bounced']);
    expect(await client.events('message.bounced')).toMatchObject([
      { data: { bounce: 'hard', reason: '550 5.1.1 No such user', messageId: message.id } },
    ]);
    expect((await client.read(message.prospectId)).stage).toBe('new');
  });

  test('with the bounce that is one too many pauses the campaign and the mailbox', async () => {
    const { client, message, send } = await setUp({ RCPT: '550 5.1.1 No such user' });
    const { campaignId, prospectId } = message;
    await client.rows(sql`
      insert into outbound_message (workspace_id, campaign_id, prospect_id, step_id, id, mailbox_id, status,
                                    is_first, message_id, claimed_at, trouble)
      select ${client.workspaceId}, ${campaignId}, ${prospectId}, gen_random_uuid(), gen_random_uuid(),
             ${message.mailbox.id}, 'accepted', true, n::text, now(), case when n < 3 then 'bounced' end
      from generate_series(1, 59) as n`);
    await send();
    expect(await client.mailbox(message.mailbox.id)).toMatchObject({
      status: 'paused',
      reason: 'bounces',
    });
    expect(await client.events('campaign.paused')).toMatchObject([
      { data: { campaignId, emails: 60, count: 3 } },
    ]);
  });

  test('because it was blocked holds the prospect; the third in a day rests the mailbox', async () => {
    const server = await scriptedSmtp({ on: { dot: '550 5.7.1 Spam' } });
    const client = await sendingClient(service);
    const first = await client.claim(server);
    const messages = [
      first,
      await client.claim(server, { like: first }),
      await client.claim(server, { like: first }),
    ];
    for (const [index, message] of messages.entries()) {
      expect((await client.mailbox(first.mailbox.id)).status).toBe('ok');
      expect(await send(client.workspaceId, message)).toEqual({ kind: 'blocked' });
      expect(await client.enrollment(message)).toMatchObject({ status: 'held', reason: 'blocked' });
      expect(await client.facts(message)).toEqual([]);
      expect((await client.outbound(message.id)).status, `email ${index}`).toBe('refused');
    }
    expect(await client.mailbox(first.mailbox.id)).toMatchObject({
      status: 'resting',
      reason: 'blocked',
      failingSince: null,
    });
  });

  test.each(['RCPT', 'dot'] as const)('by a temporary answer to %s is tried later', async (at) => {
    const { client, message, send } = await setUp({ [at]: '451 4.3.0 Later' }, { tries: 1 });
    const before = new Date();
    expect(await send()).toMatchObject({ kind: 'deferred', minutes: 60 });
    const enrollment = await client.enrollment(message);
    expect(enrollment.status).toBe('waiting');
    expect(minutesFrom(before, enrollment.dueAt)).toBe(60);
    expect(await client.outbound(message.id)).toMatchObject({
      status: 'deferred',
      tries: 2,
      answer: '451 4.3.0 Later',
    });
    expect((await client.mailbox(message.mailbox.id)).sentToday).toBe(0);
  });

  test('is the next one again when its prospect is resumed', async () => {
    const { client, message, send } = await setUp({ dot: '550 5.7.1 Spam' }, { tries: 3 });
    expect(await send()).toEqual({ kind: 'blocked' });
    const { campaignId, prospectId, stepId, mailbox } = message;
    const resume = `/api/v1/manage/campaigns/${campaignId}/enrollments/resume`;
    const body = { prospectIds: [prospectId] };
    const { data } = await service.call(client.token, 'POST', resume, { body });
    expect(data).toMatchObject({ changed: 1 });
    await client.rows(sql`update mailbox set lease_id = id where id = ${mailbox.id}`);
    const { id: mailboxId } = mailbox;
    const at = minutesAfter(new Date(), 60);
    const claim = await deps.db.transaction(client.workspaceId, (tx) =>
      claimCampaignEmail(tx, { mailboxId, leaseId: mailboxId, at, random: () => 0 }, claimDeps),
    );
    expect(claim).toMatchObject({
      email: { prospectId, stepId, isFirst: true, attempt: 2, tries: 0 },
    });
  });

  test('because of a full mailbox is held after three tries, as a soft bounce', async () => {
    const { client, message, send } = await setUp({ RCPT: '552 5.2.2 Full' }, { tries: 2 });
    expect(await send()).toEqual({ kind: 'held', reason: 'mailbox_full' });
    expect(await client.enrollment(message)).toMatchObject({
      status: 'held',
      reason: 'mailbox_full',
    });
    expect(await client.events('message.bounced')).toMatchObject([{ data: { bounce: 'soft' } }]);
    expect(await client.facts(message)).toEqual([]);
  });

  test('because the host fails waits while the mailbox rests', async () => {
    const { client, message, send } = await setUp({ greeting: '421 4.3.2 Busy' });
    const before = new Date();
    expect(await send()).toMatchObject({ kind: 'rest', minutes: 1 });
    const mailbox = await client.mailbox(message.mailbox.id);
    expect(mailbox).toMatchObject({
      status: 'resting',
      reason: 'greeting',
      detail: 'mail.example replied: 421 4.3.2 Busy',
      failingSince: expect.any(Date),
      sentToday: 0,
    });
    expect(minutesFrom(before, mailbox.restUntil)).toBe(1);
    expect((await client.enrollment(message)).status).toBe('waiting');
    expect((await client.outbound(message.id)).status).toBe('released');
  });

  test('because the host has failed for an hour needs attention, with one event', async () => {
    const failingSince = new Date(Date.now() - 61 * minuteMs);
    const {
      client,
      server,
      message,
      send: sendOne,
    } = await setUp({ greeting: 'drop' }, { failingSince });
    const second = await client.claim(server, { like: message });
    expect(await sendOne()).toMatchObject({ kind: 'needs_attention', reason: 'greeting' });
    await send(client.workspaceId, second);
    expect(await client.mailbox(message.mailbox.id)).toMatchObject({
      status: 'needs_attention',
      sendAt: null,
    });
    expect(await client.events('mailbox.failing')).toMatchObject([
      { data: { mailboxId: message.mailbox.id, reason: 'greeting' } },
    ]);
  });

  describe('because the host fails again', () => {
    const friday = new Date('2026-01-09T16:59:00Z');
    const failedOnce = {
      status: 'resting',
      failing_since: friday,
      rest_until: minutesAfter(friday, 1),
    };

    /** Claims and sends an email of a mailbox that has failed before. */
    async function failAgain(at: Date, before: Record<string, string | Date | null>) {
      const { client, message } = await setUp({ greeting: 'drop' }, { claimedAt: at });
      await client.rows(sql`
        update mailbox
        set status = ${before['status']}, reason = 'greeting', failing_since = ${before['failing_since']},
            rest_until = ${before['rest_until']}, send_at = ${at}, lease_id = id, sent_today = 0
        where id = ${message.mailbox.id}`);
      await client.rows(sql`
        insert into campaign_mailbox (workspace_id, campaign_id, mailbox_id)
        values (${client.workspaceId}, ${message.campaignId}, ${message.mailbox.id})`);
      await client.rows(sql`delete from outbound_message where id = ${message.id}`);
      await client.rows(sql`
        update enrollment set status = 'waiting', mailbox_id = null where prospect_id = ${message.prospectId}`);
      const turn = {
        mailboxId: message.mailbox.id,
        leaseId: message.mailbox.id,
        at,
        random: () => 0,
      };
      const claim = await deps.db.transaction(client.workspaceId, (tx) =>
        claimCampaignEmail(tx, turn, claimDeps),
      );
      if (claim.kind !== 'claimed') throw new Error(claim.why);
      const answer = await send(client.workspaceId, claim.email, { clock: () => at });
      return { answer, mailbox: await client.mailbox(message.mailbox.id) };
    }

    test('after a weekend, the mailbox rests as if no time had passed', async () => {
      const at = new Date('2026-01-12T09:00:00Z');
      const { answer, mailbox } = await failAgain(at, failedOnce);
      expect(answer).toMatchObject({ kind: 'rest', minutes: 5 });
      expect(mailbox).toMatchObject({
        status: 'resting',
        failingSince: minutesAfter(at, -1),
        restUntil: minutesAfter(at, 5),
      });
    });

    test('after rests of more than an hour, the mailbox needs attention also on another day', async () => {
      const at = new Date('2026-01-12T09:00:00Z');
      const { answer } = await failAgain(at, {
        ...failedOnce,
        rest_until: minutesAfter(friday, 81),
      });
      expect(answer).toMatchObject({ kind: 'needs_attention' });
    });
  });

  test('because the provider reports its limit ends the time of failing: it answers', async () => {
    const failingSince = new Date(Date.now() - 5 * minuteMs);
    const { client, message, send } = await setUp(
      { MAIL: '550 5.4.5 Daily sending quota exceeded' },
      { failingSince },
    );
    expect(await send()).toMatchObject({ kind: 'rest', minutes: null });
    expect((await client.mailbox(message.mailbox.id)).failingSince).toBe(null);
  });

  test('because of a refused password needs attention after one attempt', async () => {
    const { client, server, message, send } = await setUp({ AUTH: '535 5.7.8 Wrong' });
    expect(await send()).toEqual({ kind: 'needs_attention', reason: 'auth' });
    expect(server.connections).toBe(1);
    expect(await client.mailbox(message.mailbox.id)).toMatchObject({
      status: 'needs_attention',
      reason: 'auth',
    });
  });
});

describe('an email whose answer was lost', () => {
  const expectUnknown = async (
    client: Awaited<ReturnType<typeof sendingClient>>,
    message: CampaignEmail,
  ) => {
    const { status, lookAt, evidence } = await client.outbound(message.id);
    expect({ status, evidence }).toEqual({ status: 'unknown', evidence: expect.any(String) });
    expect(lookAt).toBeInstanceOf(Date);
    expect(await client.enrollment(message)).toMatchObject({ status: 'held', reason: 'unknown' });
    expect((await client.mailbox(message.mailbox.id)).sentToday).toBe(1);
  };

  test('by a drop after the dot is unknown', async () => {
    const { client, message, send } = await setUp({ dot: 'drop' });
    expect(await send()).toEqual({ kind: 'unknown' });
    await expectUnknown(client, message);
  });

  test('by silence after the dot is unknown', async () => {
    const {
      server,
      client,
      message,
    }: { server: ScriptedSmtp } & Awaited<ReturnType<typeof setUp>> = await setUp({
      dot: 'silence',
    });
    const timeouts = { beforeDotMs: 30_000, afterDotMs: 300 };
    expect(await send(client.workspaceId, message, { timeouts })).toEqual({ kind: 'unknown' });
    await expectUnknown(client, message);
    expect(server.dots).toHaveLength(1);
  });
});
