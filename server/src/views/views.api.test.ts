import { expect, test } from 'vitest';
import type { TestWorkspace } from '../../test/accounts.ts';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();

/** Calls of one user of the workspace. */
async function as(workspace: TestWorkspace, role: 'viewer' | 'member' | 'admin') {
  const { token, userId } = await workspace.user(role);
  const ask = (method: string, path = '', body?: object) =>
    service.call(token, method, `/api/v1/manage/views${path}`, body && { body });
  return {
    userId,
    ask,
    save: async (body: object) => (await ask('POST', '', body)).data.view,
    names: async (): Promise<string[]> =>
      (await ask('GET')).data.views.map(({ name }: { name: string }) => name),
  };
}

test('a view keeps filters, order and columns, and is listed, changed and deleted', async () => {
  const member = await as(await service.workspace(), 'member');
  const query = 'stage=new%2Ccontacted&ownerId=me&sort=-name';
  const columns = [{ key: 'email', width: 260 }, { key: 'stage' }];
  const view = await member.save({ name: '  Nordics ', query, columns, pinned: true });
  expect(view).toMatchObject({ name: 'Nordics', query, columns, shared: false, pinned: true });
  expect(view.ownerId).toBe(member.userId);
  await member.save({ name: 'Amsterdam' });
  expect(await member.names()).toEqual(['Amsterdam', 'Nordics']);
  const changed = await member.ask('PATCH', `/${view.id}`, { query: 'q=oslo', pinned: false });
  expect(changed.data.view).toMatchObject({ name: 'Nordics', query: 'q=oslo', pinned: false });
  await member.ask('DELETE', `/${view.id}`);
  expect(await member.names()).toEqual(['Amsterdam']);
});

test('a private view is seen by its owner only; an Admin gets 404 too', async () => {
  const workspace = await service.workspace();
  const [owner, admin] = [await as(workspace, 'viewer'), await as(workspace, 'admin')];
  const { id } = await owner.save({ name: 'Mine' });
  expect(await admin.names()).toEqual([]);
  expect((await admin.ask('PATCH', `/${id}`, { pinned: true })).status).toBe(404);
  expect((await admin.ask('DELETE', `/${id}`)).status).toBe(404);
  expect((await owner.ask('PATCH', `/${id}`, { name: 'Still mine' })).status).toBe(200);
});

test('a shared view is seen by all, pinned by each for themselves, and changed by its owner or an Admin', async () => {
  const workspace = await service.workspace();
  const owner = await as(workspace, 'member');
  const [other, viewer, admin] = [
    await as(workspace, 'member'),
    await as(workspace, 'viewer'),
    await as(workspace, 'admin'),
  ];
  const { id } = await owner.save({ name: 'Ours', shared: true });
  expect(await viewer.names()).toEqual(['Ours']);
  const pinned = await viewer.ask('PATCH', `/${id}`, { pinned: true });
  expect(pinned.data.view.pinned).toBe(true);
  expect((await owner.ask('GET')).data.views).toMatchObject([{ pinned: false }]);
  for (const user of [other, viewer]) {
    expect((await user.ask('PATCH', `/${id}`, { name: 'Theirs' })).status).toBe(403);
    expect((await user.ask('DELETE', `/${id}`)).status).toBe(403);
  }
  expect((await viewer.ask('POST', '', { name: 'For all', shared: true })).status).toBe(403);
  const own = await viewer.save({ name: 'Own' });
  expect((await viewer.ask('PATCH', `/${own.id}`, { shared: true })).status).toBe(403);
  expect((await admin.ask('PATCH', `/${id}`, { name: 'All of us' })).status).toBe(200);
  await owner.ask('PATCH', `/${id}`, { shared: false });
  expect(await other.names()).toEqual([]);
});

test('a name is used once among shared and once among private views; each has a limit of 200', async () => {
  const workspace = await service.workspace();
  const [one, other] = [await as(workspace, 'member'), await as(workspace, 'member')];
  await one.save({ name: 'Straße' });
  await other.save({ name: 'Straße' });
  await other.save({ name: 'Straße', shared: true });
  const again = await one.ask('POST', '', { name: ' STRASSE ' });
  expect([again.status, again.error.message]).toEqual([
    422,
    'name is already used by another private view.',
  ]);
  const { id } = await one.save({ name: 'Other' });
  const renamed = await one.ask('PATCH', `/${id}`, { name: 'strasse', shared: true });
  expect(renamed.error.message).toBe('name is already used by another shared view.');
  await service.owner.transaction(workspace.id, (tx) =>
    tx.run(sql`
      insert into saved_view (workspace_id, id, name, name_key, query, columns, private_to, updated_at)
      select ${workspace.id}, gen_random_uuid(), 'x', number::text, '', '[]', ${one.userId}, now()
      from generate_series(1, 198) number`),
  );
  expect((await one.ask('POST', '', { name: 'One more' })).status).toBe(422);
  expect((await one.ask('PATCH', `/${id}`, { name: 'Renamed' })).status).toBe(200);
  expect((await other.ask('POST', '', { name: 'One more' })).status).toBe(200);
});

test('a query that GET /prospects would refuse is 422 and says what is wrong', async () => {
  const member = await as(await service.workspace(), 'member');
  const problem = async (query: string) =>
    (await member.ask('POST', '', { name: 'A', query })).error?.message;
  expect(await problem('stage=lost')).toBe('query has an invalid stage.');
  expect(await problem('page=2')).toBe('query has an unknown parameter.');
  expect(await problem('q=lagos&hasEmail=true')).toBeUndefined();
});

test('when a user leaves, their private views are deleted and shared ones stay', async () => {
  const workspace = await service.workspace();
  const [leaver, admin] = [await as(workspace, 'member'), await as(workspace, 'admin')];
  await leaver.save({ name: 'Private', pinned: true });
  const { id } = await leaver.save({ name: 'Shared', shared: true, pinned: true });
  await service.owner.transaction(workspace.id, (tx) =>
    tx.run(sql`
      delete from member where workspace_id = ${workspace.id} and user_id = ${leaver.userId}`),
  );
  expect((await admin.ask('GET')).data.views).toMatchObject([{ id, ownerId: null }]);
  const { rows } = await service.owner.transaction(workspace.id, async (tx) => ({
    rows: await tx.rows(sql`select from saved_view where workspace_id = ${workspace.id}`),
  }));
  expect(rows).toHaveLength(1);
});

test('changes of shared views are in the audit log, those of private ones are not', async () => {
  const workspace = await service.workspace();
  const admin = await as(workspace, 'admin');
  await admin.save({ name: 'Quiet' });
  const { id } = await admin.save({ name: 'Loud', shared: true });
  await admin.ask('PATCH', `/${id}`, { pinned: true });
  await admin.ask('PATCH', `/${id}`, { name: 'Louder' });
  await admin.ask('DELETE', `/${id}`);
  const { data } = await service.call(
    await workspace.token('admin'),
    'GET',
    '/api/v1/manage/audit',
  );
  const entries = data.entries.filter(({ action }: { action: string }) =>
    action.startsWith('view.'),
  );
  expect(entries).toMatchObject([
    { action: 'view.deleted', target: id, detail: { name: 'Louder' } },
    { action: 'view.edited', target: id, detail: { name: 'Louder' } },
    { action: 'view.created', target: id, detail: { name: 'Loud' } },
  ]);
});
