import { describe, expect, test } from 'vitest';
import { insertMailbox } from '../../../test/outreach.ts';
import {
  type ReceivedMessageFields,
  receivedMessage,
  receivingClient,
  storingDeps,
} from '../../../test/receiving/receiving-client.ts';
import { testService } from '../../../test/service.ts';
import { runEndAbsences } from '../../enrollments/end-absences.job.ts';
import { sql } from '../../platform/db/index.ts';
import { storeMessages } from './store-messages.ts';

const service = await testService();
const dayMs = 24 * 60 * 60_000;

describe('a reply', () => {
  test('is stored in the conversation of its email, ends all campaigns of the person and moves the stage', async () => {
    const client = await receivingClient(service);
    const { prospectId, campaignId, header } = await client.sentTo();
    const other = await client.campaign();
    await client.enroll(other.campaignId, [prospectId]);
    await client.receive(receivedMessage({ inReplyTo: header }));

    const messages = await client.stored();
    expect(messages).toMatchObject([
      { direction: 'outbound', text: 'Hello' },
      {
        direction: 'inbound',
        kind: 'human',
        matchedBy: 'in_reply_to',
        text: 'Tuesday works.\n> Hello',
      },
    ]);
    const { conversationId } = messages[0]!;
    expect(messages[1]!.conversationId).toBe(conversationId);
    expect(await client.statuses()).toEqual(['replied', 'replied']);
    expect((await client.read(prospectId)).stage).toBe('replied');
    expect(await client.events('reply.received')).toMatchObject([
      {
        prospectId,
        data: {
          prospectId,
          campaignId,
          conversationId,
          automatic: false,
        },
      },
    ]);
    expect(await client.events('prospect.stage_changed')).toMatchObject([
      { data: { stage: 'contacted' } },
      { data: { stage: 'replied' }, previous: { stage: 'contacted' } },
    ]);
    const [conversation] = await client.rows(sql`
      select unread, message_count as count, last_direction as direction, last_kind as kind, snippet
      from conversation where id = ${conversationId}`);
    expect(conversation).toEqual({
      ...{ unread: true, count: 2, direction: 'inbound', kind: 'human', snippet: 'Tuesday works.' },
    });
  });

  test('to a Message-ID that the server replaced, and of a colleague, counts too', async () => {
    const client = await receivingClient(service);
    const serverMessageId = '<AM0PR01@outlook.com>';
    const { prospectId } = await client.sentTo('jane@acme.example', { serverMessageId });
    const from = { name: 'John', address: 'john@acme.example' };
    await client.receive(receivedMessage({ from, inReplyTo: 'AM0PR01@outlook.com' }));
    expect((await client.stored())[1]).toMatchObject({ prospectId, matchedBy: 'in_reply_to' });
    expect(await client.statuses()).toEqual(['replied']);
  });

  test('of a colleague who is a prospect ends the campaigns of both', async () => {
    const client = await receivingClient(service);
    const { header } = await client.sentTo();
    await client.sentTo('john@acme.example');
    await client.sentTo('ann@acme.example');
    await client.receive(
      receivedMessage({ from: { name: 'John', address: 'john@acme.example' }, inReplyTo: header }),
    );
    expect((await client.statuses()).sort()).toEqual(['replied', 'replied', 'waiting']);
  });

  test('ends the campaigns of the whole company, if the workspace wants that', async () => {
    const client = await receivingClient(service);
    const { header } = await client.sentTo();
    await client.sentTo('ann@acme.example');
    await client.sentTo('ann@other.example');
    await client.rows(sql`
      insert into mail_settings (workspace_id, stop_company_on_reply) values (${client.workspace.id}, true)`);
    await client.receive(receivedMessage({ inReplyTo: header }));
    expect((await client.statuses()).sort()).toEqual(['replied', 'replied', 'waiting']);
  });

  test('before the acceptance of its email is recorded begins the conversation that the email joins', async () => {
    const client = await receivingClient(service);
    const sent = await client.handedOver('jane@acme.example');
    await client.receive(receivedMessage({ inReplyTo: sent.header }));
    expect(await client.statuses()).toEqual(['replied']);
    await client.accept(sent);
    const messages = await client.stored();
    expect(messages).toHaveLength(2);
    expect(messages[0]!.conversationId).toBe(messages[1]!.conversationId);
    expect(await client.statuses()).toEqual(['replied']);
  });

  test('settles an email whose fate is unknown', async () => {
    const client = await receivingClient(service);
    const { header, outboundId } = await client.handedOver('jane@acme.example', 'unknown');
    await client.receive(receivedMessage({ inReplyTo: header }));
    expect(
      await client.rows(
        sql`select status, evidence from outbound_message where id = ${outboundId}`,
      ),
    ).toEqual([{ status: 'accepted', evidence: 'named_by_reply' }]);
    expect((await client.stored()).map(({ direction }) => direction).sort()).toEqual([
      'inbound',
      'outbound',
    ]);
    expect(await client.statuses()).toEqual(['replied']);
  });

  test('and the answer to it are one conversation, also if both are read at once', async () => {
    const client = await receivingClient(service);
    await client.addLead({ email: 'jane@acme.example' });
    const at = Date.now();
    const first = receivedMessage({
      subject: 'A question',
      messageId: 'q@acme',
      fetched: { receivedAt: new Date(at - 1_000) },
    });
    const second = receivedMessage({
      subject: 'One more',
      inReplyTo: 'q@acme',
      fetched: { receivedAt: new Date(at) },
    });
    await client.receive(second, first);
    const messages = await client.stored();
    expect(messages.map(({ matchedBy }) => matchedBy)).toEqual(['prospect', 'in_reply_to']);
    expect(new Set(messages.map(({ conversationId }) => conversationId)).size).toBe(1);
  });
});

test('mail that is about no prospect is not stored', async () => {
  const client = await receivingClient(service);
  await client.sentTo();
  const from = { name: 'A friend', address: 'friend@home.example' };
  await client.receive(
    receivedMessage({ from, subject: 'Lunch' }),
    receivedMessage({ from, inReplyTo: 'forged@outcrop.example' }),
    receivedMessage({ from: null }),
  );
  expect(await client.stored()).toHaveLength(1);
  expect(await client.statuses()).toEqual(['waiting']);
});

describe('an automatic message', () => {
  test('stops nothing and moves nothing', async () => {
    const client = await receivingClient(service);
    const { prospectId, header } = await client.sentTo();
    for (const kind of ['automatic', 'delayed'] as const)
      await client.receive(
        receivedMessage({ kind, inReplyTo: header, decision: { originalMessageId: header } }),
      );
    expect(await client.statuses()).toEqual(['waiting']);
    expect((await client.read(prospectId)).stage).toBe('contacted');
    expect(await client.events('reply.received')).toMatchObject([{ data: { automatic: true } }]);
    expect(
      await client.rows(sql`select unread from conversation where prospect_id = ${prospectId}`),
    ).toEqual([{ unread: false }]);
  });

  test.each([
    ['until the day of the return', 20, 20],
    ['for seven days if none is known', null, 7],
    ['for seven days if it makes no sense', 2_000, 7],
  ])(
    'about an absence pauses the campaigns %s, and they continue by themselves',
    async (_, days, expected) => {
      const client = await receivingClient(service);
      const { header } = await client.sentTo();
      const returnDate =
        days === null ? null : new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
      await client.receive(
        receivedMessage({ kind: 'away', inReplyTo: header, decision: { returnDate } }),
      );
      const [{ status, dueAt } = { status: '', dueAt: new Date() }] = await client.enrollments();
      expect(status).toBe('away');
      const wait = (dueAt.getTime() - Date.now()) / dayMs;
      expect(wait).toBeGreaterThan(expected - 1.01);
      expect(wait).toBeLessThan(expected + 0.01);
      const { signal } = new AbortController();
      const end = (at: Date) => runEndAbsences({ db: client.db, clock: () => at })({ signal });
      await end(new Date(dueAt.getTime() - 1));
      expect(await client.statuses()).toEqual(['away']);
      await end(dueAt);
      expect(await client.statuses()).toEqual(['waiting']);
    },
  );
});

describe('mail in a private mailbox', () => {
  /** A campaign of a shared mailbox, and a colleague's private mailbox in the same workspace. */
  async function withPrivateMailbox() {
    const client = await receivingClient(service);
    const { workspace, db } = client;
    const sent = await client.sentTo();
    const colleague = await workspace.user('member');
    const id = await insertMailbox(service.owner, workspace.id, {
      ...{ ownerId: colleague.userId, shared: false },
    });
    const receive = (fields: ReceivedMessageFields) =>
      db.transaction(workspace.id, (tx) =>
        storeMessages(
          tx,
          storingDeps,
          { id, address: `${id}@outcrop.example` },
          [receivedMessage(fields)],
          new Date(),
        ),
      );
    const inboxOf = async (token: string) =>
      (await service.call(token, 'GET', '/api/v1/manage/conversations')).data.conversations;
    return { client, sent, colleague, receive, inboxOf };
  }

  test('that answers an email of a shared one begins a conversation that only its owner sees, and ends the campaign', async () => {
    const { client, sent, colleague, receive, inboxOf } = await withPrivateMailbox();
    await receive({ inReplyTo: sent.header, text: 'Between us.', ownWords: 'Between us.' });
    expect(await client.statuses()).toEqual(['replied']);
    expect(await inboxOf(colleague.token)).toMatchObject([
      { snippet: 'Between us.' },
      { snippet: 'Hello' },
    ]);
    expect(await inboxOf(client.token)).toMatchObject([{ snippet: 'Hello', messageCount: 1 }]);
    expect(JSON.stringify(await client.events('reply.received'))).not.toContain('Between us');
  });

  test('by an outsider is not stored; if it answers an email of a campaign, the campaign is held', async () => {
    const { client, sent, colleague, receive, inboxOf } = await withPrivateMailbox();
    const from = { name: 'Lawyer', address: 'lawyer@firm.example' };
    await receive({ from, inReplyTo: sent.header, ownWords: 'Under privilege.' });
    await receive({ ...{ from, references: [sent.header] }, subject: 'Re: An idea' });
    const to = [from];
    const fetched = { folder: 'sent' } as const;
    await receive({
      from: { name: 'Us', address: 'us@outcrop.example' },
      to,
      inReplyTo: sent.header,
      fetched,
    });
    for (const token of [client.token, colleague.token])
      expect(await inboxOf(token)).toMatchObject([{ snippet: 'Hello', messageCount: 1 }]);
    expect(await client.events('reply.received')).toEqual([]);
    const enrollments = await client.rows(sql`
      select status, reason from enrollment where workspace_id = ${client.workspace.id}`);
    expect(enrollments).toEqual([{ status: 'held', reason: 'answered_by_other' }]);
  });

  test('that reports a bounce of an email of a shared one has its effects and is not stored', async () => {
    const { client, sent, colleague, receive, inboxOf } = await withPrivateMailbox();
    await receive({
      kind: 'bounce',
      originalMessageId: sent.header,
      decision: { permanent: true, recipients: ['jane@acme.example'] },
      deliveryStatus: [
        {
          recipient: 'jane@acme.example',
          action: 'failed',
          status: '5.1.1',
          diagnostic: 'no such user',
        },
      ],
    });
    expect(await client.statuses()).toEqual(['bounced']);
    expect(await client.facts()).toEqual([{ kind: 'bounced' }]);
    expect(await client.events('message.bounced')).toMatchObject([{ data: { reason: null } }]);
    expect(await inboxOf(colleague.token)).toMatchObject([{ messageCount: 1 }]);
  });
});
