import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { insertAddressFact } from '../../test/outreach.ts';
import { receivedMessage } from '../../test/receiving/receiving-client.ts';
import { replyClient } from '../../test/sending/reply-client.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const replies = (id: string) => `/conversations/${id}/replies`;

test('a reply waits ten seconds, is in its conversation, and can be canceled', async () => {
  const client = await replyClient(service);
  const { conversationId, email } = await client.answered();
  const before = Date.now();
  const body = { text: 'Hello {{firstName|there}}, it is {{senderName}}.' };
  const { reply } = await client.call('POST', replies(conversationId), body);
  expect(reply).toMatchObject({
    ...{ conversationId, recipient: email, status: 'waiting', answer: null },
    ...{ subject: 'Re: An idea', text: 'Hello there, it is Ana Lopes.' },
  });
  expect(Date.parse(reply.sendAt) - before).toBeGreaterThanOrEqual(10_000);
  const { conversation, messages } = await client.call('GET', `/conversations/${conversationId}`);
  expect(conversation).toMatchObject({
    ...{ unread: false, canReply: { allowed: true, reason: null } },
  });
  expect(messages).toMatchObject([
    { direction: 'outbound', status: 'accepted', sendAt: null },
    { direction: 'inbound', status: null, sendAt: null },
    { id: reply.id, direction: 'outbound', status: 'waiting', sendAt: reply.sendAt },
  ]);
  const canceled = { ...reply, status: 'canceled' };
  const cancel = `/replies/${reply.id}/cancel`;
  expect((await client.call('POST', cancel, {})).reply).toEqual(canceled);
  expect((await client.call('POST', cancel, {})).reply).toEqual(canceled);
  expect(await client.messages(conversationId)).toHaveLength(2);
  expect((await client.audit()).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['reply.written', 'reply.canceled']),
  );
});

test('a repeated request writes one reply, and one on its way cannot be canceled', async () => {
  const client = await replyClient(service);
  const { conversationId } = await client.answered();
  const key = randomUUID();
  const once = await client.ask('POST', replies(conversationId), { text: 'Hi' }, undefined, key);
  const twice = await client.ask('POST', replies(conversationId), { text: 'Hi' }, undefined, key);
  expect(twice.data.reply).toEqual(once.data.reply);
  expect(await client.messages(conversationId)).toHaveLength(3);
  for (const status of ['claimed', 'at_dot', 'handed_over', 'accepted', 'unknown', 'refused']) {
    await client.rows(sql`
      update outbound_reply set status = ${status} where id = ${once.data.reply.id}`);
    const { status: code, error } = await client.ask(
      'POST',
      `/replies/${once.data.reply.id}/cancel`,
      {},
    );
    expect({ code, error: error?.code }, status).toEqual({ code: 409, error: 'conflict' });
  }
});

test('a reply to a suppressed prospect, or without a connected mailbox, is refused with the reason', async () => {
  const client = await replyClient(service);
  const refused = async (conversationId: string, reason: string) => {
    const { conversation } = await client.call('GET', `/conversations/${conversationId}`);
    expect(conversation.canReply).toEqual({ allowed: false, reason });
    const { status, error } = await client.ask('POST', replies(conversationId), { text: 'Hi' });
    expect([status, error?.message]).toEqual([422, reason]);
  };
  const suppressed = await client.answered();
  await client.bulk({ action: 'suppress', prospectIds: [suppressed.prospectId] });
  await refused(suppressed.conversationId, 'The person is marked as do not contact.');

  const facts = {
    unsubscribed: 'The person unsubscribed.',
    bounced: 'The address does not exist.',
  };
  for (const [fact, reason] of Object.entries(facts)) {
    const { email, conversationId } = await client.answered();
    await insertAddressFact(service.owner, client.workspace.id, email, fact as never);
    await refused(conversationId, reason);
  }

  // A colleague answered. The colleague's address is suppressed and belongs to no prospect.
  const boss = `${randomUUID()}@acme.example`;
  const forwarded = await client.answered(undefined, { from: { name: 'Boss', address: boss } });
  expect((await client.reply(forwarded.conversationId)) as unknown).toMatchObject({
    recipient: boss,
  });
  await client.call('POST', '/suppression', { emails: [boss] });
  await refused(forwarded.conversationId, 'The person is marked as do not contact.');

  const { conversationId } = await client.answered();
  await client.rows(sql`
    update mailbox set status = 'needs_attention', reason = 'auth' where id = ${client.mailboxId}`);
  await refused(
    conversationId,
    'The mailbox is not connected. Connect it again in Settings, Mailboxes.',
  );
  await client.rows(sql`
    update mailbox set status = 'removed', reason = null where id = ${client.mailboxId}`);
  await refused(conversationId, 'The mailbox was removed.');
});

test('a reply goes where the answer asks for, if that is at the same company', async () => {
  const client = await replyClient(service);
  const cases = [
    ['jane@acme.example', 'desk@eu.acme.example', 'desk@eu.acme.example'],
    ['joe@acme.example', 'joe@other.example', 'joe@acme.example'],
    ['jim@acme.example', 'not an address', 'jim@acme.example'],
  ] as const;
  for (const [email, address, expected] of cases) {
    const replyTo = [{ name: '', address }];
    const { conversationId } = await client.answered(email, { replyTo });
    expect((await client.reply(conversationId)) as unknown).toMatchObject({ recipient: expected });
  }
});

test('a notice of a machine is not answered: the reply goes to the person', async () => {
  const client = await replyClient(service);
  const { conversationId, header, email } = await client.answered();
  const from = { name: 'Mail', address: 'mailer-daemon@acme.example' };
  await client.receive(receivedMessage({ kind: 'delayed', originalMessageId: header, from }));
  expect((await client.reply(conversationId)) as unknown).toMatchObject({ recipient: email });
});

test('text with a variable that has no value, empty text and too much text are refused', async () => {
  const client = await replyClient(service);
  const { conversationId } = await client.answered();
  for (const text of ['Hi {{phone}}', '  \n ', 'x'.repeat(20_001)]) {
    const { status, error } = await client.ask('POST', replies(conversationId), { text });
    expect([status, Object.keys(error!.fieldErrors ?? {})]).toEqual([422, ['text']]);
  }
});

test('only those who see a mailbox reply in it, and a Viewer does not', async () => {
  const client = await replyClient(service);
  const { conversationId } = await client.answered();
  const { id } = await client.reply(conversationId);
  const [viewer, other] = [
    await client.workspace.token('viewer'),
    await client.workspace.token('member'),
  ];
  const post = (token: string) =>
    client.ask('POST', replies(conversationId), { text: 'Hi' }, token);
  expect((await post(viewer)).status).toBe(403);
  await client.rows(sql`update mailbox set shared = false where id = ${client.mailboxId}`);
  expect((await post(other)).status).toBe(404);
  expect((await client.ask('POST', `/replies/${id}/cancel`, {}, other)).status).toBe(404);
  expect((await client.ask('POST', `/replies/${id}/cancel`, {})).status).toBe(200);
});
