import { expect, test } from 'vitest';
import { replyClient } from '../../test/sending/reply-client.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();
const text = 'Hi {{firstName|there}}, {{title}}';

test('saved replies are created, changed, listed and deleted, and the audit log tells', async () => {
  const client = await replyClient(service);
  const add = async (name: string) =>
    (await client.call('POST', '/saved-replies', { name, text })).savedReply;
  const [second, first] = [await add('Zoom link'), await add('  Calendar  ')];
  expect(first).toMatchObject({ name: 'Calendar', text, filledText: null });
  const changed = await client.call('PATCH', `/saved-replies/${second.id}`, { text: 'Bye' });
  expect(changed.savedReply).toMatchObject({ id: second.id, name: 'Zoom link', text: 'Bye' });
  const names = async () =>
    (await client.call('GET', '/saved-replies')).savedReplies.map(
      ({ name }: { name: string }) => name,
    );
  expect(await names()).toEqual(['Calendar', 'Zoom link']);
  await client.call('DELETE', `/saved-replies/${first.id}`);
  expect(await names()).toEqual(['Zoom link']);
  expect((await client.audit()).map(({ action }) => action)).toEqual([
    ...['saved_reply.created', 'saved_reply.created', 'saved_reply.edited', 'saved_reply.deleted'],
  ]);
});

test('merge tags are filled in for a conversation; one without a value stays', async () => {
  const client = await replyClient(service);
  const { conversationId } = await client.answered();
  await client.call('POST', '/saved-replies', { name: 'Hi', text });
  const path = '/api/v1/manage/saved-replies';
  const { data } = await service.call(client.token, 'GET', path, { query: { conversationId } });
  expect(data.savedReplies).toMatchObject([{ text, filledText: 'Hi there, {{title}}' }]);
});

test('a name is used once, ignoring case and spaces, and a workspace has 200', async () => {
  const client = await replyClient(service);
  const { savedReply } = await client.call('POST', '/saved-replies', { name: 'Straße', text });
  await client.call('POST', '/saved-replies', { name: 'Other', text });
  const taken = 'name is already used by another saved reply.';
  const again = await client.ask('POST', '/saved-replies', { name: ' STRASSE ', text });
  expect([again.status, again.error?.message]).toEqual([422, taken]);
  const renamed = await client.ask('PATCH', `/saved-replies/${savedReply.id}`, { name: 'OTHER' });
  expect([renamed.status, renamed.error?.message]).toEqual([422, taken]);
  await client.rows(sql`
    insert into saved_reply (workspace_id, id, name, name_key, text, updated_at)
    select ${client.workspace.id}, gen_random_uuid(), 'x', number::text, 'x', now()
    from generate_series(1, 198) number`);
  expect((await client.ask('POST', '/saved-replies', { name: 'New', text })).status).toBe(422);
});

test('invalid merge tags are refused; Viewers read, Members write', async () => {
  const client = await replyClient(service);
  const invalid = { name: 'A', text: 'Hi {{frstName}}' };
  expect((await client.ask('POST', '/saved-replies', invalid)).status).toBe(422);
  const viewer = await client.workspace.token('viewer');
  expect((await client.ask('GET', '/saved-replies', undefined, viewer)).status).toBe(200);
  const body = { name: 'A', text };
  expect((await client.ask('POST', '/saved-replies', body, viewer)).status).toBe(403);
});
