import { expect, test } from 'vitest';
import {
  type ReceivedMessageFields,
  receivedMessage,
  receivingClient,
} from '../../test/receiving/receiving-client.ts';
import { testService } from '../../test/service.ts';
import { maintenanceSteps } from '../maintenance/maintenance.job.ts';
import { sql } from '../platform/db/index.ts';
import { createLog } from '../platform/observe/log.ts';

const service = await testService();
type Client = Awaited<ReturnType<typeof receivingClient>>;

const manage = ({ token }: { token: string }) => {
  const call = (method: string, path: string, request = {}) =>
    service.call(token, method, `/api/v1/manage${path}`, request);
  return {
    call,
    find: async (query: Record<string, string>) =>
      (await call('GET', '/conversations', { query })).data.conversations as {
        id: string;
        outcome: string | null;
      }[],
    html: (id: string, query = {}) => call('GET', `/messages/${id}/html`, { query }),
    setOutcome: (id: string, outcome: string | null) =>
      call('PATCH', `/conversations/${id}`, { body: { outcome } }),
  };
};

async function addAnsweredEmail(client: Client, given: ReceivedMessageFields = {}, email?: string) {
  const sent = await client.sentTo(email);
  await client.receive(
    receivedMessage({
      inReplyTo: sent.header,
      ...(email && { from: { name: 'A', address: email } }),
      ...given,
    }),
  );
  const [message] = await client.rows<{ id: string; conversationId: string }>(sql`
    select m.id, conversation_id as "conversationId" from message m
    join conversation c on c.workspace_id = m.workspace_id and c.id = m.conversation_id
    where m.workspace_id = ${client.workspace.id} and direction = 'inbound'
      and c.prospect_id = ${sent.prospectId}`);
  return { ...sent, ...message! };
}

test('HTML is returned without scripts, and without remote images unless they are asked for', async () => {
  const client = await receivingClient(service);
  const html = '<p onclick="x()">Hi<script>x()</script> <img src="https://a.example/b.png"></p>';
  const { id, conversationId } = await addAnsweredEmail(client, { html });
  const { call, html: get } = manage(client);
  const { messages } = (await call('GET', `/conversations/${conversationId}`)).data;
  expect(messages.map(({ hasHtml }: { hasHtml: boolean }) => hasHtml)).toEqual([false, true]);
  expect((await get(id)).data).toEqual({ html: '<p>Hi <img /></p>', hasRemoteImages: true });
  expect((await get(id, { images: 'true' })).data.html).toBe(
    '<p>Hi <img src="https://a.example/b.png" referrerpolicy="no-referrer" /></p>',
  );
  const [outbound] = messages;
  expect((await get(outbound.id)).status).toBe(404);
  await client.rows(sql`update mailbox set shared = false where id = ${client.mailboxId}`);
  const other = manage({ token: await client.workspace.token('owner') });
  expect((await other.html(id)).status).toBe(404);
});

test('an attachment of a mailbox that is no longer connected is 404, and so is one that does not exist', async () => {
  const client = await receivingClient(service);
  const attachments = [{ path: '2', name: 'plan.pdf', type: 'application/pdf', bytes: 1_234 }];
  const { id } = await addAnsweredEmail(client, { fetched: { attachments } });
  await client.rows(sql`update mailbox set secret = null where id = ${client.mailboxId}`);
  const { call } = manage(client);
  const gone = await call('GET', `/messages/${id}/attachments/2`);
  expect([gone.status, gone.error.message]).toEqual([
    404,
    'The mailbox is no longer connected, so its attachments cannot be opened. Connect it again.',
  ]);
  expect((await call('GET', `/messages/${id}/attachments/3`)).status).toBe(404);
  expect((await call('GET', `/messages/${id}/attachments/..%2f1`)).status).toBe(422);
});

test('conversations are found by words of subjects and of what the sender wrote', async () => {
  const client = await receivingClient(service);
  const { find } = manage(client);
  const first = await addAnsweredEmail(client, { ownWords: 'Der Umlaut-Größenplan für München' });
  const second = await addAnsweredEmail(client, { ownWords: 'Tuesday works' }, 'bob@other.example');
  const ids = async (q: string, more = {}) => (await find({ q, ...more })).map(({ id }) => id);
  expect(await ids('münch')).toEqual([first.conversationId]);
  expect(await ids('MUNCHEN größen')).toEqual([first.conversationId]);
  expect(await ids('idea')).toEqual([second.conversationId, first.conversationId]);
  expect(await ids('idea tuesday')).toEqual([second.conversationId]);
  expect(await ids('idea unknown')).toEqual([]);
  expect(await ids('++')).toEqual([]);
  // Quotes of our own emails are not searched.
  expect(await ids('hello')).toEqual([]);
  expect(await ids('idea', { prospectId: first.prospectId })).toEqual([first.conversationId]);
  expect(await ids('tuesday', { prospectId: first.prospectId })).toEqual([]);
  expect(await ids('idea', { state: 'closed' })).toEqual([]);
  const page = await manage(client).call('GET', '/conversations', {
    query: { q: 'idea', limit: '1' },
  });
  const { nextCursor } = page.data;
  expect(await ids('idea', { cursor: nextCursor })).toEqual([first.conversationId]);
  await client.rows(sql`update mailbox set shared = false where id = ${client.mailboxId}`);
  const other = manage({ token: await client.workspace.token('owner') });
  expect(await other.find({ q: 'idea' })).toEqual([]);
});

test('the conversations of one prospect are listed, and an unknown prospect is 404', async () => {
  const client = await receivingClient(service);
  const { find, call } = manage(client);
  const first = await addAnsweredEmail(client);
  await addAnsweredEmail(client, {}, 'bob@other.example');
  expect(await find({ prospectId: first.prospectId })).toMatchObject([
    { id: first.conversationId },
  ]);
  const query = { prospectId: crypto.randomUUID() };
  expect((await call('GET', '/conversations', { query })).status).toBe(404);
});

const words = (client: Client) =>
  client.rows(sql`select from message_word where workspace_id = ${client.workspace.id}`);

test('words are deleted with the prospect', async () => {
  const client = await receivingClient(service);
  const { prospectId } = await addAnsweredEmail(client);
  expect(await words(client)).not.toEqual([]);
  await client.bulk({ action: 'delete', prospectIds: [prospectId] });
  expect(await words(client)).toEqual([]);
});

test('texts and words older than keepTextDays are deleted, and others stay', async () => {
  const client = await receivingClient(service);
  const { find } = manage(client);
  const { call } = manage({ token: await client.workspace.token('admin') });
  const { conversationId } = await addAnsweredEmail(client);
  const body = { keepTextDays: 30 };
  const { data } = await call('PATCH', '/mail-settings', { body });
  expect(data.settings.keepTextDays).toBe(30);
  const purge = async (days: number) => {
    const at = new Date(Date.now() + days * 86_400_000);
    const step = maintenanceSteps.find(({ name }) => name.startsWith('delete texts of messages'))!;
    await step.run({
      db: client.db,
      at,
      signal: new AbortController().signal,
      log: createLog('silent'),
    });
  };
  await purge(29);
  expect(await find({ q: 'tuesday' })).toHaveLength(1);
  await purge(31);
  expect(await words(client)).toEqual([]);
  expect(
    await client.rows(sql`select snippet from conversation where id = ${conversationId}`),
  ).toEqual([{ snippet: '' }]);
  const { messages } = (await call('GET', `/conversations/${conversationId}`)).data;
  expect(messages).toMatchObject([{ text: '' }, { text: '', hasHtml: false }]);
  for (const keepTextDays of [0, 396])
    expect((await call('PATCH', '/mail-settings', { body: { keepTextDays } })).status).toBe(422);
  const cleared = await call('PATCH', '/mail-settings', { body: { keepTextDays: null } });
  expect(cleared.data.settings.keepTextDays).toBeNull();
});

test('an outcome moves the stage forward, with its event, and clearing it leaves the stage', async () => {
  const client = await receivingClient(service);
  const { setOutcome } = manage(client);
  const { conversationId, prospectId } = await addAnsweredEmail(client);
  const stage = async () => (await client.read(prospectId)).stage;
  expect(await stage()).toBe('replied');
  const { data } = await setOutcome(conversationId, 'meeting');
  expect([data.conversation.outcome, await stage()]).toEqual(['meeting', 'meeting']);
  await setOutcome(conversationId, 'interested');
  expect(await stage()).toBe('meeting');
  await setOutcome(conversationId, null);
  expect(await manage(client).find({})).toMatchObject([{ outcome: null }]);
  expect(await stage()).toBe('meeting');
  await setOutcome(conversationId, 'wrong_person');
  expect(await stage()).toBe('not_interested');
  const events = await client.rows(sql`
    select data ->> 'stage' as stage from event
    where workspace_id = ${client.workspace.id} and type = 'prospect.stage_changed' order by id`);
  expect(events).toEqual(
    ['contacted', 'replied', 'meeting', 'not_interested'].map((each) => ({ stage: each })),
  );
});
