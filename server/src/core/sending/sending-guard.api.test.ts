import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { mailTokens } from '../../../test/messages/messages-client.ts';
import { explainStatements } from '../../../test/plans/explain-statements.ts';
import { blankSearch } from '../../../test/prospects/blank-search.ts';
import { receivedMessage, receivingClient } from '../../../test/receiving/receiving-client.ts';
import { testService } from '../../../test/service.ts';
import { sql } from '../../platform/db/index.ts';
import { correctMessage } from '../receiving/correct-message.ts';
import { selectRecentEmailCounts } from './sending-guard.sql.ts';
import { findEarlyTrouble, pauseIfTroubled } from './sending-guard.ts';

const service = await testService();
const dayMs = 24 * 3_600_000;
const ago = (days: number) => new Date(Date.now() - days * dayMs);

interface Sent {
  prospectId: string;
  outboundId: string;
  email: string;
}

/** A mailbox that sends, a running campaign, and ways to let emails come back. */
async function setUp() {
  const client = await receivingClient(service);
  const workspaceId = client.workspace.id;
  const { mailboxId, rows } = client;
  await rows(sql`update mailbox set status = 'ok', reason = null where id = ${mailboxId}`);

  /** Emails that were accepted, or refused. */
  const send = async (
    { campaignId, stepIds }: { campaignId: string; stepIds: string[] },
    count: number,
    at = new Date(),
    status = 'accepted',
    sender = mailboxId,
  ): Promise<Sent[]> => {
    const sent = Array.from({ length: count }, () => {
      const id = randomUUIDv7();
      return { prospectId: id, outboundId: randomUUIDv7(), email: `p-${id}@acme.example` };
    });
    const given = sql`json_to_recordset(${JSON.stringify(sent)}) as given (
      "prospectId" uuid, "outboundId" uuid, email text)`;
    await service.owner.transaction(workspaceId, async (tx) => {
      await tx.run(sql`
        insert into prospect (workspace_id, id, email, email_key, source_type, ${blankSearch.columns})
        select ${workspaceId}, "prospectId", email, email, 'manual', ${blankSearch.values} from ${given}`);
      await tx.run(sql`
        insert into enrollment (workspace_id, campaign_id, prospect_id, mailbox_id, step_id, last_sent_at)
        select ${workspaceId}, ${campaignId}, "prospectId", ${mailboxId}, ${stepIds[2]}::uuid, ${at}
        from ${given}`);
      await tx.run(sql`
        insert into outbound_message (workspace_id, campaign_id, prospect_id, step_id, id, mailbox_id, status,
                                      is_first, message_id, claimed_at)
        select ${workspaceId}, ${campaignId}, "prospectId", ${stepIds[0]}::uuid, "outboundId", ${sender},
               ${status}, true, "outboundId"::text, ${at} from ${given}`);
    });
    return sent;
  };

  const notice = (kind: 'bounce' | 'complaint', { outboundId, email }: Sent) =>
    receivedMessage({
      kind,
      from: { name: '', address: 'mailer-daemon@acme.example' },
      subject: 'Undeliverable',
      decision: {
        permanent: kind === 'bounce',
        recipients: [email],
        originalMessageId: mailTokens.messageId(outboundId, 'outcrop.example').slice(1, -1),
      },
    });
  const comeBack = (kind: 'bounce' | 'complaint', emails: Sent[]) =>
    client.receive(...emails.map((email) => notice(kind, email)));

  const call = (method: 'GET' | 'PATCH', path: string, body?: object) =>
    service.call(client.token, method, `/api/v1/manage${path}`, body ? { body } : {});
  const campaignNow = async (id: string) => (await call('GET', `/campaigns/${id}`)).data.campaign;
  const mailboxNow = async () => (await call('GET', `/mailboxes/${mailboxId}`)).data.mailbox;
  return { ...client, call, send, comeBack, campaignNow, mailboxNow };
}

describe('bounces', () => {
  test('at 5% pause the campaign and the mailbox with the numbers, and each says so once', async () => {
    const guarded = await setUp();
    const campaign = await guarded.campaign();
    const emails = await guarded.send(campaign, 80);
    await guarded.comeBack('bounce', emails.slice(0, 3));
    expect(await guarded.campaignNow(campaign.campaignId)).toMatchObject({
      status: 'running',
      pause: null,
    });
    expect(await guarded.mailboxNow()).toMatchObject({ status: 'ok' });

    await guarded.comeBack('bounce', emails.slice(3, 4));
    expect(await guarded.campaignNow(campaign.campaignId)).toMatchObject({
      status: 'paused',
      pause: { reason: 'bounces', emails: 80, count: 4 },
    });
    expect(await guarded.mailboxNow()).toMatchObject({
      status: 'paused',
      reason: 'bounces',
      detail: '4 of the last 80 emails bounced (5%).',
      advice: expect.stringContaining('resume the mailbox'),
    });
    await guarded.comeBack('bounce', emails.slice(4, 8));
    expect(await guarded.events('campaign.paused')).toMatchObject([
      { data: { campaignId: campaign.campaignId, reason: 'bounces', emails: 80, count: 4 } },
    ]);
    expect(await guarded.events('mailbox.failing')).toMatchObject([
      { data: { mailboxId: guarded.mailboxId, reason: 'bounces' } },
    ]);
    expect((await guarded.audit()).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['campaign.status_changed', 'mailbox.edited']),
    );
  });

  test('of fewer than 50 emails pause nothing; with the 50th they do', async () => {
    const guarded = await setUp();
    const campaign = await guarded.campaign();
    const emails = await guarded.send(campaign, 48);
    await guarded.comeBack('bounce', emails.slice(0, 10));
    await guarded.send(campaign, 1);
    expect((await guarded.mailboxNow()).status).toBe('ok');

    const [last] = await guarded.send(campaign, 1, new Date(), 'handed_over');
    await guarded.accept({ ...last!, campaignId: campaign.campaignId, header: '' });
    expect(await guarded.campaignNow(campaign.campaignId)).toMatchObject({
      pause: { emails: 50, count: 10 },
    });
    expect((await guarded.mailboxNow()).status).toBe('paused');
  });

  test('pause a campaign also if two mailboxes send its 49th and 50th at the same time', async () => {
    const guarded = await setUp();
    const campaign = await guarded.campaign();
    const { campaignId } = campaign;
    await guarded.comeBack('bounce', (await guarded.send(campaign, 48)).slice(0, 10));
    const { promise: bothStored, resolve } = Promise.withResolvers<void>();
    let stored = 0;
    const actor = { actor: { kind: 'system', id: null }, correlationId: null } as const;
    const accept = async (mailboxId: string) => {
      const [email] = await guarded.send(campaign, 1, new Date(), 'handed_over', mailboxId);
      await guarded.db.transaction(guarded.workspace.id, async (tx) => {
        await tx.run(sql`
          update outbound_message set status = 'accepted' where id = ${email!.outboundId}`);
        const judged = await findEarlyTrouble(tx, { campaignId, mailboxId });
        if (++stored === 2) resolve();
        await bothStored;
        await pauseIfTroubled({ tx, actor }, judged, new Date());
      });
    };
    await Promise.all([accept(guarded.mailboxId), accept(randomUUID())]);
    expect(await guarded.campaignNow(campaignId)).toMatchObject({
      pause: { emails: 50, count: 10 },
    });
  });

  test('of the mailbox add up over campaigns, which go on', async () => {
    const guarded = await setUp();
    const campaigns = [await guarded.campaign(), await guarded.campaign()];
    for (const campaign of campaigns) {
      const emails = await guarded.send(campaign, 30);
      await guarded.comeBack('bounce', emails.slice(0, 2));
    }
    expect(await guarded.mailboxNow()).toMatchObject({
      status: 'paused',
      detail: '4 of the last 60 emails bounced (6.67%).',
    });
    for (const { campaignId } of campaigns)
      expect((await guarded.campaignNow(campaignId)).status).toBe('running');
  });

  test('are not hidden by old emails, and a slow mailbox is judged by its last 50', async () => {
    const guarded = await setUp();
    const campaign = await guarded.campaign();
    await guarded.send(campaign, 500, ago(9));
    const emails = await guarded.send(campaign, 60);
    await guarded.comeBack('bounce', emails.slice(0, 3));
    expect(await guarded.campaignNow(campaign.campaignId)).toMatchObject({
      pause: { emails: 60, count: 3 },
    });

    const slow = await setUp();
    const other = await slow.campaign();
    await slow.send(other, 100, ago(20));
    const late = await slow.send(other, 10);
    await slow.comeBack('bounce', late.slice(0, 3));
    expect(await slow.campaignNow(other.campaignId)).toMatchObject({
      pause: { emails: 50, count: 3 },
    });
  });

  test('that were a mistake no longer count', async () => {
    const guarded = await setUp();
    const campaign = await guarded.campaign();
    const emails = await guarded.send(campaign, 80);
    await guarded.comeBack('bounce', emails.slice(0, 3));
    const [message] = await guarded.rows<{ id: string }>(sql`
      select id from message where workspace_id = ${guarded.workspace.id} and kind = 'bounce' limit 1`);
    await guarded.db.transaction(guarded.workspace.id, (tx) =>
      correctMessage(
        {
          tx,
          actor: { actor: { kind: 'user', id: guarded.userId }, correlationId: null },
          deps: { suppression: { emailHash: () => Buffer.alloc(32) } as never },
        },
        message!.id,
        { kind: 'automatic', userId: guarded.userId, at: new Date() },
      ),
    );
    await guarded.comeBack('bounce', emails.slice(3, 4));
    expect((await guarded.mailboxNow()).status).toBe('ok');
  });
});

test('one complaint of 1,000 emails pauses both, of 1,001 none', async () => {
  const guarded = await setUp();
  const campaign = await guarded.campaign();
  const emails = await guarded.send(campaign, 1_001);
  await guarded.comeBack('complaint', emails.slice(0, 1));
  expect((await guarded.mailboxNow()).status).toBe('ok');
  await guarded.rows(sql`
    delete from outbound_message where workspace_id = ${guarded.workspace.id} and id = ${emails[9]!.outboundId}`);
  await guarded.comeBack('bounce', emails.slice(1, 2));
  expect(await guarded.campaignNow(campaign.campaignId)).toMatchObject({
    pause: { reason: 'complaints', emails: 1_000, count: 1 },
  });
  expect(await guarded.mailboxNow()).toMatchObject({
    reason: 'complaints',
    detail: '1 of the last 1000 emails was reported as spam (0.1%).',
  });
});

describe('after a person resumed it', () => {
  test('the count starts anew, for the mailbox and the campaign', async () => {
    const guarded = await setUp();
    const campaign = await guarded.campaign();
    const before = await guarded.send(campaign, 60, ago(1));
    await guarded.comeBack('bounce', before.slice(0, 3));
    const campaignPath = `/campaigns/${campaign.campaignId}`;
    const mailboxPath = `/mailboxes/${guarded.mailboxId}`;
    const { data } = await guarded.call('PATCH', campaignPath, { status: 'running' });
    expect(data.campaign).toMatchObject({ status: 'running', pause: null });
    await guarded.call('PATCH', mailboxPath, { paused: false });
    expect(await guarded.mailboxNow()).toMatchObject({ status: 'ok', reason: null, detail: null });

    await guarded.comeBack('bounce', before.slice(3, 9));
    const after = await guarded.send(campaign, 80);
    await guarded.comeBack('bounce', after.slice(0, 3));
    expect((await guarded.campaignNow(campaign.campaignId)).status).toBe('running');
    expect((await guarded.mailboxNow()).status).toBe('ok');
    await guarded.comeBack('bounce', after.slice(3, 4));
    expect((await guarded.campaignNow(campaign.campaignId)).pause).toMatchObject({ emails: 80 });
    expect((await guarded.mailboxNow()).status).toBe('paused');
  });

  test('editing a mailbox that paused does not resume it, nor hide why', async () => {
    const guarded = await setUp();
    const campaign = await guarded.campaign();
    await guarded.comeBack('bounce', (await guarded.send(campaign, 50)).slice(0, 3));
    await guarded.call('PATCH', `/mailboxes/${guarded.mailboxId}`, { dailyLimit: 10 });
    await guarded.call('PATCH', `/mailboxes/${guarded.mailboxId}`, { paused: true });
    expect(await guarded.mailboxNow()).toMatchObject({ status: 'paused', reason: 'bounces' });
  });
});

test.each(['campaign', 'mailbox'] as const)(
  'the recent emails of a %s are read from an index',
  async (kind) => {
    const guarded = await setUp();
    const { rows, mailboxId } = guarded;
    const campaign = await guarded.campaign();
    await guarded.send(await guarded.campaign(), 4_000, ago(30), 'accepted', randomUUID());
    await guarded.send(campaign, 60);
    await rows(sql`analyze outbound_message`);
    const id = kind === 'campaign' ? campaign.campaignId : mailboxId;
    const plans = await explainStatements(guarded.db, guarded.workspace.id, (tx) =>
      selectRecentEmailCounts(tx, { kind, id }, new Date()),
    );
    const scanned = plans.flatMap((plan) => plan.scanned);
    expect(scanned.filter((table) => table.startsWith('outbound_message'))).toEqual([]);
    expect(Math.max(...plans.map(({ buffers }) => buffers))).toBeLessThan(200);
  },
);
