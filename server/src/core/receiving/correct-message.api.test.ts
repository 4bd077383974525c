import { expect, test } from 'vitest';
import {
  type ReceivedMessageFields,
  receivedMessage,
  receivingClient,
} from '../../../test/receiving/receiving-client.ts';
import { testService } from '../../../test/service.ts';
import { sql } from '../../platform/db/index.ts';
import type { MessageKind } from './message.ts';

const service = await testService();

/** A client that receives messages by name and corrects them. */
async function correctingClient() {
  const client = await receivingClient(service);
  const { workspace, token, rows } = client;
  await rows(sql`update mailbox set status = 'ok', reason = null where id = ${client.mailboxId}`);
  const call = (method: string, path: string, request = {}) =>
    service.call(token, method, `/api/v1/manage${path}`, request);
  const messageOf = async (name: string) => {
    const [message] = await rows<{ id: string; conversationId: string }>(sql`
      select id, conversation_id as "conversationId" from message
      where workspace_id = ${workspace.id} and message_id = ${`${name}@acme.example`}`);
    return message!;
  };
  return {
    ...client,
    arrive: (
      name: string,
      kind: MessageKind,
      { header }: { header: string },
      more: ReceivedMessageFields = {},
    ) =>
      client.receive(
        receivedMessage({
          ...{ kind, messageId: `${name}@acme.example`, inReplyTo: header },
          decision: {
            permanent: kind === 'bounce',
            originalMessageId: kind === 'bounce' || kind === 'complaint' ? header : null,
          },
          ...more,
        }),
      ),
    correct: async (name: string, kind: MessageKind) => {
      const { id } = await messageOf(name);
      const { status } = await call('POST', `/messages/${id}/correct`, { body: { kind } });
      expect(status).toBe(200);
    },
    canReply: async (name: string) => {
      const { conversationId } = await messageOf(name);
      const { data } = await call('GET', `/conversations/${conversationId}`);
      return data.conversation.canReply;
    },
    troubles: async () =>
      (
        await rows<{ trouble: string | null }>(sql`
          select trouble from outbound_message where workspace_id = ${workspace.id}`)
      ).map(({ trouble }) => trouble),
    stageOf: async (prospectId: string) => (await client.read(prospectId)).stage,
  };
}

test.each(['unsubscribe', 'bounce', 'complaint'] as const)(
  'a reply taken for a message of the kind "%s" frees the address, also if another reply ended the campaign',
  async (kind) => {
    const client = await correctingClient();
    const sent = await client.sentTo();
    await client.arrive('first', 'human', sent);
    await client.arrive('second', kind, sent);
    expect(await client.facts()).toHaveLength(1);
    expect(await client.canReply('second')).toMatchObject({ allowed: false });

    await client.correct('second', 'human');
    expect(await client.facts()).toEqual([]);
    expect(await client.troubles()).toEqual([null]);
    expect(await client.canReply('second')).toEqual({ allowed: true, reason: null });
    expect(await client.statuses()).toEqual(['replied']);
    expect(await client.stageOf(sent.prospectId)).toBe('replied');
  },
);

test('no campaign goes on after a user has written by hand', async () => {
  const client = await correctingClient();
  const sent = await client.sentTo();
  await client.arrive('first', 'human', sent);
  await client.receive(
    receivedMessage({
      ...{ inReplyTo: 'first@acme.example', messageId: 'own@outcrop.example' },
      from: { name: 'Ana', address: client.mailbox.address },
      to: [{ name: 'Jane', address: 'jane@acme.example' }],
      fetched: { folder: 'sent' },
    }),
  );
  await client.correct('first', 'automatic');
  expect(await client.enrollments()).toMatchObject([
    { status: 'stopped', reason: 'answered_elsewhere' },
  ]);
  await client.correct('first', 'away');
  expect(await client.statuses()).toEqual(['stopped']);
});

test.each([
  ['human', 'unsubscribe', 'unsubscribed'],
  ['automatic', 'human', 'replied'],
] as const)(
  'a colleague who answered is concerned too when "%s" is corrected to "%s"',
  async (taken, right, status) => {
    const client = await correctingClient();
    const sent = await client.sentTo();
    await client.sentTo('ann@acme.example');
    const from = { name: 'Ann', address: 'ann+sales@acme.example' };
    await client.arrive('first', taken, sent, { from });
    await client.correct('first', right);
    expect(await client.statuses()).toEqual([status, status]);
    await client.correct('first', 'automatic');
    expect(await client.statuses()).toEqual(['waiting', 'waiting']);
  },
);

test('an address stays unsubscribed as long as one message says so', async () => {
  const client = await correctingClient();
  const sent = await client.sentTo();
  await client.arrive('first', 'unsubscribe', sent);
  await client.arrive('second', 'human', sent);
  await client.arrive('third', 'unsubscribe', sent);
  await client.correct('first', 'human');
  expect(await client.facts()).toEqual([{ kind: 'unsubscribed' }]);
  await client.correct('third', 'automatic');
  expect(await client.facts()).toEqual([]);
});

test('an email counts as bounced or complained as long as one message says so', async () => {
  const client = await correctingClient();
  const sent = await client.sentTo();
  await client.arrive('bounce', 'bounce', sent);
  await client.arrive('complaint', 'complaint', sent);
  expect(await client.troubles()).toEqual(['complained']);
  await client.correct('complaint', 'automatic');
  expect(await client.troubles()).toEqual(['bounced']);
  expect(await client.facts()).toEqual([{ kind: 'bounced' }]);
  await client.correct('bounce', 'automatic');
  expect(await client.troubles()).toEqual([null]);
  expect(await client.facts()).toEqual([]);
});

test('a campaign that began after a reply continues if a later message was none', async () => {
  const client = await correctingClient();
  const first = await client.sentTo();
  await client.arrive('january', 'human', first);
  const second = await client.campaign();
  await client.enroll(second.campaignId, [first.prospectId]);
  await client.arrive('june', 'human', first);
  expect(await client.statuses()).toEqual(['replied', 'replied']);
  await client.correct('june', 'automatic');
  expect(await client.statuses()).toEqual(['replied', 'waiting']);
  expect(await client.stageOf(first.prospectId)).toBe('replied');
});

test('of several replies, the campaign waits for the last one, in whatever order they are corrected', async () => {
  const client = await correctingClient();
  const sent = await client.sentTo();
  for (const name of ['first', 'second', 'third']) await client.arrive(name, 'human', sent);
  for (const name of ['first', 'third']) {
    await client.correct(name, 'automatic');
    expect(await client.statuses()).toEqual(['replied']);
  }
  await client.correct('second', 'automatic');
  expect(await client.statuses()).toEqual(['waiting']);
});

test('the stage stays only because of another reply, not because of a request to unsubscribe', async () => {
  const client = await correctingClient();
  const sent = await client.sentTo();
  await client.arrive('first', 'human', sent);
  await client.arrive('second', 'unsubscribe', sent);
  await client.correct('first', 'automatic');
  expect(await client.stageOf(sent.prospectId)).toBe('contacted');
  expect(await client.statuses()).toEqual(['replied']);
});

test('a colleague who replied too stays stopped', async () => {
  const client = await correctingClient();
  const jane = await client.sentTo();
  const john = await client.sentTo('john@acme.example');
  await client.rows(sql`
    insert into mail_settings (workspace_id, stop_company_on_reply) values (${client.workspace.id}, true)`);
  await client.arrive('jane', 'human', jane);
  const from = { name: 'John', address: 'john@acme.example' };
  await client.arrive('john', 'human', john, { from });
  await client.correct('jane', 'automatic');
  const statuses = async () =>
    new Map((await client.enrollments()).map(({ prospectId, status }) => [prospectId, status]));
  expect(await statuses()).toEqual(
    new Map([
      [jane.prospectId, 'waiting'],
      [john.prospectId, 'replied'],
    ]),
  );
  await client.correct('john', 'automatic');
  expect((await statuses()).get(john.prospectId)).toBe('waiting');
});
