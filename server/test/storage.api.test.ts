import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { raw, sql } from '../src/platform/db/index.ts';
import { importsClient } from './imports/imports-client.ts';
import { testQueue } from './queue/workers.ts';
import { testService } from './service.ts';

const service = await testService();
const { owner } = service;
const manage = '/api/v1/manage';
const countedTables = {
  campaigns: 'campaign_step',
  savedReplies: 'saved_reply',
  notes: 'note',
  views: 'saved_view',
  imports: 'import_file',
  exports: 'export_piece',
  responses: 'idempotency',
};

async function client(maxBytes?: number) {
  const workspace = await service.workspace();
  if (maxBytes !== undefined) {
    const plan = randomUUID();
    await owner.query(sql`
      insert into plan (id, name, monthly_imports, monthly_credits, max_stored_bytes)
      values (${plan}, 'Small', 100, 100, ${maxBytes})`);
    await owner.query(sql`update workspace set plan_id = ${plan} where id = ${workspace.id}`);
  }
  const token = await workspace.token('admin');
  const ask = (method: string, path: string, body?: object, key?: string) =>
    service.call(token, method, manage + path, {
      ...(body && { body }),
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    });
  return {
    workspace,
    token,
    ask,
    storage: async () => (await ask('GET', '/usage')).data.storage,
    /** What the tables hold, counted anew. */
    counted: async () => {
      const kinds: Record<string, number> = {};
      for (const [kind, table] of Object.entries(countedTables)) {
        const [row] = await owner.query<{ bytes: number }>(sql`
          select coalesce(sum(bytes), 0)::float8 as bytes from ${raw(table)}
          where workspace_id = ${workspace.id}`);
        kinds[kind] = row!.bytes;
      }
      return kinds;
    },
  };
}

const emails = (count: number, length: number) =>
  Array.from({ length: count }, () => ({
    kind: 'email',
    subject: 'Hi',
    body: 'x'.repeat(length),
    alternatives: Array.from({ length: 4 }, () => ({ body: 'y'.repeat(length) })),
  }));

test('what a workspace stores is counted exactly, also by concurrent requests', async () => {
  const { ask, storage, counted, workspace, token } = await client();
  const { data } = await ask('POST', '/campaigns', { name: 'Fair', steps: emails(1, 100) });
  const campaignId = data.campaign.id;
  const added = await service.call(token, 'POST', '/leads', {
    body: { leads: [{ email: 'maren@kelptide.example' }] },
    headers: { 'idempotency-key': 'lead' },
  });
  const [prospectId] = added.data.prospectIds;
  await Promise.all(
    Array.from({ length: 12 }, async (_, number) => {
      const key = `key ${number}`;
      const text = 'Wants a quote. '.repeat(number + 1);
      await ask('PATCH', `/campaigns/${campaignId}`, { steps: emails(1 + (number % 3), 50) }, key);
      await ask('POST', '/saved-replies', { name: key, text }, key);
      await ask('POST', '/views', { name: key, query: 'stage=new' }, key);
      await ask('POST', `/prospects/${prospectId}/notes`, { text }, key);
    }),
  );
  const before = await storage();
  expect(before.kinds).toEqual(await counted());
  for (const kind of ['campaigns', 'savedReplies', 'notes', 'views', 'responses'])
    expect(before.kinds[kind]).toBeGreaterThan(100);
  expect(before.used).toBe(
    Object.values(before.kinds as Record<string, number>).reduce((sum, bytes) => sum + bytes),
  );
  // Deletes the notes with the prospect, and a dry run counts nothing.
  await ask('POST', '/bulk', { action: 'delete', prospectIds: [prospectId], dryRun: true });
  expect(await storage()).toEqual(before);
  const removed = await service.call(token, 'POST', '/bulk', {
    body: { action: 'delete', prospectIds: [prospectId] },
  });
  expect(removed.status).toBe(200);
  expect((await storage()).kinds).toMatchObject({ notes: 0, views: before.kinds.views });
  await owner.query(sql`update idempotency set created_at = now() - interval '2 days'`);
  await owner.query(sql`select purge_idempotency(1000)`);
  const after = await storage();
  expect(after.kinds.responses).toBe(0);
  expect(after.kinds).toEqual(await counted());
  const left = await owner.query(
    sql`select from stored_change where workspace_id = ${workspace.id}`,
  );
  expect(left).toEqual([]);
});

test('a write beyond the storage of the plan is refused and changes nothing, and deleting makes room', async () => {
  const { ask, storage } = await client(10_000);
  const reply = (name: string) => ask('POST', '/saved-replies', { name, text: 'x'.repeat(4_000) });
  const first = await reply('One');
  expect((await reply('Two')).status).toBe(200);
  const { status, error } = await reply('Three');
  expect([status, error.code]).toEqual([403, 'storage_full']);
  expect(error.message).toMatch(/^The workspace has used the storage of its plan\. Delete/);
  expect(await storage()).toMatchObject({ used: 8_000, most: 10_000 });
  const edit = (text: string) =>
    ask('PATCH', `/saved-replies/${first.data.savedReply.id}`, { text });
  expect((await edit('x'.repeat(9_000))).error.code).toBe('storage_full');
  expect((await edit('x'.repeat(3_000))).status).toBe(200);
  expect((await ask('DELETE', `/saved-replies/${first.data.savedReply.id}`)).status).toBe(200);
  expect((await reply('Three')).status).toBe(200);
});

test('of concurrent writes, only as many succeed as there is room for', async () => {
  const { ask, storage } = await client(10_000);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, number) =>
      ask('POST', '/saved-replies', { name: `Reply ${number}`, text: 'x'.repeat(1_600) }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
  expect((await storage()).used).toBeLessThanOrEqual(10_000);
});

test('large responses are not kept: the same request is done once, and its repetition says so', async () => {
  const { ask, storage } = await client();
  const { data } = await ask('POST', '/campaigns', { name: 'Fair', steps: emails(1, 10) });
  const path = `/campaigns/${data.campaign.id}`;
  for (let number = 0; number < 12; number++) {
    const body = { name: `Fair ${number}`, steps: emails(20, 19_000) };
    expect((await ask('PATCH', path, body, `key ${number}`)).status).toBe(200);
  }
  const { kinds } = await storage();
  expect(kinds.responses).toBe(0);
  expect(kinds.campaigns).toBeLessThan(2_100_000);
  await ask('PATCH', path, { name: 'Later' });
  const again = await ask('PATCH', path, { name: 'Fair 11', steps: emails(20, 19_000) }, 'key 11');
  expect([again.status, again.error.code]).toEqual([409, 'idempotency_conflict']);
  expect(again.error.message).toMatch(/already processed\. Its response was too large to keep/);
  expect((await ask('GET', path)).data.campaign.name).toBe('Later');
});

test('with a full storage, a write with a key is done, and only its response is not kept', async () => {
  const { token, storage } = await client(0);
  const post = () =>
    service.call(token, 'POST', '/leads', {
      body: { leads: [{ email: 'maren@kelptide.example' }] },
      headers: { 'idempotency-key': 'once' },
    });
  expect((await post()).status).toBe(200);
  expect((await storage()).used).toBe(0);
  expect((await post()).error.message).toMatch(/was already processed/);
});

test('an export that does not fit fails with the reason, and leaves no piece', async () => {
  const queue = await testQueue([], service.database);
  await queue.startWorker([]);
  const { token, workspace, waitForEnd } = await importsClient(service);
  await service.call(token, 'POST', '/leads', { body: { leads: [{ email: 'a@x.example' }] } });
  await owner.query(sql`
    insert into plan (id, name, monthly_imports, monthly_credits, max_stored_bytes)
    values ('no-room', 'No room', 100, 100, 10)`);
  await owner.query(sql`update workspace set plan_id = 'no-room' where id = ${workspace.id}`);
  const { data } = await service.call(token, 'POST', `${manage}/exports`, { body: {} });
  const task = await waitForEnd(data.task.id);
  expect(task).toMatchObject({ status: 'failed' });
  expect(task.error).toMatch(/^The workspace has used the storage of its plan/);
  const usage = await service.call(token, 'GET', `${manage}/usage`);
  expect(usage.data.storage.kinds.exports).toBe(0);
});

test('an upload beyond the storage is refused, and one within it is counted', async () => {
  const { postFile, workspace, token } = await importsClient(service);
  await owner.query(sql`
    insert into plan (id, name, monthly_imports, monthly_credits, max_stored_bytes)
    values ('one-file', 'One file', 100, 100, 30)`);
  await owner.query(sql`update workspace set plan_id = 'one-file' where id = ${workspace.id}`);
  const file = 'Email\na@x.example\n';
  expect((await postFile(file)).status).toBe(200);
  expect((await postFile(file)).error.code).toBe('storage_full');
  const { data } = await service.call(token, 'GET', `${manage}/usage`);
  expect(data.storage.kinds.imports).toBe(file.length);
});
