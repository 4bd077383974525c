import { expect, test } from 'vitest';
import { received, receivingClient } from '../../test/receiving/receiving-client.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();

const manage = async (
  { token }: { token: string },
  method: string,
  path: string,
  body?: object,
) => {
  const { data, error } = await service.call(
    token,
    method,
    `/api/v1/manage${path}`,
    body && { body },
  );
  expect(error).toBeUndefined();
  return data;
};

const smoke = async () => {
  const client = await receivingClient(service);
  const sent = await client.sentTo();
  await client.receive(received({ inReplyTo: sent.header }));
  await client.rows(
    sql`update mailbox set status = 'ok', reason = null where id = ${client.mailboxId}`,
  );
  return client;
};

test('a reply waits ten seconds', async () => {
  const client = await smoke();
  const { conversations } = await manage(client, 'GET', '/conversations');
  const { id } = conversations[0];
  const { reply } = await manage(client, 'POST', `/conversations/${id}/replies`, {
    text: 'Fine, {{firstName|you}}.',
  });
  expect(reply).toMatchObject({
    status: 'waiting',
    text: 'Fine, you.',
    recipient: 'jane@acme.example',
    subject: 'Re: An idea',
  });
  const { conversation, messages } = await manage(client, 'GET', `/conversations/${id}`);
  expect(conversation.canReply).toEqual({ allowed: true, reason: null });
  expect(messages.at(-1)).toMatchObject({ id: reply.id, status: 'waiting', sendAt: reply.sendAt });
  const canceled = await manage(client, 'POST', `/replies/${reply.id}/cancel`, {});
  expect(canceled.reply).toMatchObject({ status: 'canceled', text: 'Fine, you.' });
});
