import { expect, test } from 'vitest';
import { receivedMessage, receivingClient } from '../../test/receiving/receiving-client.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
type Client = Awaited<ReturnType<typeof receivingClient>>;

const calls = ({ token }: { token: string }) => {
  const call = (method: string, path: string, request = {}) =>
    service.call(token, method, `/api/v1/manage${path}`, request);
  return {
    list: async (query: Record<string, string> = {}) =>
      (await call('GET', '/conversations', { query })).data.conversations as {
        id: string;
        state: string;
      }[],
    get: (id: string) => call('GET', `/conversations/${id}`),
    patch: (id: string, body: object) => call('PATCH', `/conversations/${id}`, { body }),
    correct: (id: string, kind: string) =>
      call('POST', `/messages/${id}/correct`, { body: { kind } }),
  };
};

/** A prospect who answered an email. */
async function addAnsweredEmail(client: Client, more: Parameters<typeof receivedMessage>[0] = {}) {
  const sent = await client.sentTo();
  await client.receive(receivedMessage({ inReplyTo: sent.header, ...more }));
  const [message] = await client.rows<{ id: string; conversationId: string }>(sql`
    select id, conversation_id as "conversationId" from message
    where workspace_id = ${client.workspace.id} and direction = 'inbound'`);
  return { ...sent, ...message! };
}

test('a conversation has its messages with their texts, kinds and attachments', async () => {
  const client = await receivingClient(service);
  const attachments = [{ path: '2', name: 'plan.pdf', type: 'application/pdf', bytes: 1_234 }];
  const { conversationId, campaignId } = await addAnsweredEmail(client, {
    fetched: { attachments },
  });
  const { data } = await calls(client).get(conversationId);
  expect(data.conversation).toMatchObject({
    ...{ id: conversationId, mailboxId: client.mailboxId, campaignId, subject: 'An idea' },
    ...{ state: 'open', unread: true, kind: 'human', messageCount: 2, snoozedUntil: null },
  });
  expect(data.messages).toMatchObject([
    { direction: 'outbound', text: 'Hello', kind: null, sender: null, attachments: [] },
    {
      direction: 'inbound',
      text: 'Tuesday works.\n> Hello',
      kind: 'human',
      evidence: ['no_automatic_header'],
      matchedBy: 'in_reply_to',
      sender: { name: 'Jane Doe', address: 'jane@acme.example' },
      attachments,
    },
  ]);
});

test('a conversation has the email of the prospect, and the day on which someone returns', async () => {
  const client = await receivingClient(service);
  const { conversationId } = await addAnsweredEmail(client, {
    kind: 'away',
    decision: { returnDate: '2099-12-01' },
  });
  const { list, get } = calls(client);
  const expected = {
    id: conversationId,
    returnDate: '2099-12-01',
    prospect: { email: 'jane@acme.example' },
  };
  expect(await list()).toMatchObject([expected]);
  expect((await get(conversationId)).data.conversation).toMatchObject(expected);
});

test('conversations are read, closed and snoozed, and a reply opens them again', async () => {
  const client = await receivingClient(service);
  const { list, patch } = calls(client);
  const { conversationId: id, header } = await addAnsweredEmail(client);
  const states = async () =>
    Object.fromEntries(
      await Promise.all(
        ['open', 'closed', 'snoozed'].map(async (state) => [state, (await list({ state })).length]),
      ),
    );
  expect(await states()).toEqual({ open: 1, closed: 0, snoozed: 0 });
  await patch(id, { state: 'closed', unread: false });
  expect(await states()).toEqual({ open: 0, closed: 1, snoozed: 0 });
  expect(await list({ unread: 'true' })).toEqual([]);

  await client.receive(receivedMessage({ kind: 'automatic', inReplyTo: header }));
  expect(await states()).toEqual({ open: 0, closed: 1, snoozed: 0 });
  await client.receive(receivedMessage({ inReplyTo: header }));
  expect(await states()).toEqual({ open: 1, closed: 0, snoozed: 0 });
  expect(await list({ unread: 'true', kind: 'human', mailboxId: client.mailboxId })).toHaveLength(
    1,
  );

  await patch(id, { snoozedUntil: new Date(Date.now() + 60_000).toISOString() });
  expect(await states()).toEqual({ open: 0, closed: 0, snoozed: 1 });
  await client.rows(sql`update conversation set snoozed_until = now() where id = ${id}`);
  expect(await states()).toEqual({ open: 1, closed: 0, snoozed: 0 });
  expect((await patch(id, { snoozedUntil: '2020-01-01T00:00:00Z' })).status).toBe(422);
});

test('a private mailbox of another user is not visible', async () => {
  const client = await receivingClient(service);
  const { conversationId, id } = await addAnsweredEmail(client);
  await client.rows(sql`update mailbox set shared = false where id = ${client.mailboxId}`);
  const other = calls({ token: await client.workspace.token('owner') });
  expect(await other.list()).toEqual([]);
  for (const { status } of [
    await other.get(conversationId),
    await other.patch(conversationId, { unread: false }),
    await other.correct(id, 'automatic'),
  ])
    expect(status).toBe(404);
  expect((await calls(client).get(conversationId)).status).toBe(200);
});

test('the texts of a deleted prospect are deleted with it', async () => {
  const client = await receivingClient(service);
  const { prospectId } = await addAnsweredEmail(client);
  const texts = () =>
    client.rows(sql`select from message_body where workspace_id = ${client.workspace.id}`);
  expect(await texts()).toHaveLength(2);
  await client.bulk({ action: 'delete', prospectIds: [prospectId] });
  expect(await texts()).toHaveLength(0);
});

test('a person taken for a reply who is none: campaigns continue and the stage goes back', async () => {
  const client = await receivingClient(service);
  const { id, prospectId } = await addAnsweredEmail(client);
  const [before] = await client.enrollments();
  expect(before!.status).toBe('replied');
  const { data } = await calls(client).correct(id, 'automatic');
  expect(data.message).toMatchObject({
    kind: 'automatic',
    evidence: ['corrected', 'no_automatic_header'],
    correctedBy: client.userId,
  });
  const [after] = await client.enrollments();
  expect(after).toMatchObject({ status: 'waiting', stepId: before!.stepId });
  expect((await client.read(prospectId)).stage).toBe('contacted');
  expect(await client.audit()).toContainEqual({
    action: 'message.corrected',
    target: id,
    actor: expect.anything(),
    detail: { from: 'human', to: 'automatic' },
  });
});

test('a bounce that is none frees the address, and a reply counts', async () => {
  const client = await receivingClient(service);
  const sent = await client.sentTo();
  const decision = { permanent: true, originalMessageId: sent.header };
  await client.receive(receivedMessage({ kind: 'bounce', decision }));
  expect(await client.facts()).toEqual([{ kind: 'bounced' }]);
  const [{ id } = { id: '' }] = await client.rows<{ id: string }>(sql`
    select id from message where workspace_id = ${client.workspace.id} and kind = 'bounce'`);
  await calls(client).correct(id, 'human');
  expect(await client.facts()).toEqual([]);
  expect(await client.statuses()).toEqual(['replied']);
  expect((await client.read(sent.prospectId)).stage).toBe('replied');
  await calls(client).correct(id, 'unsubscribe');
  expect(await client.facts()).toEqual([{ kind: 'unsubscribed' }]);
  expect(await client.statuses()).toEqual(['unsubscribed']);
});
