import { expect, test } from 'vitest';
import { testService } from '../../test/service.ts';
import { sql } from '../platform/db/index.ts';

const service = await testService();

test('entries are filtered by action, by who did it, and by time', async () => {
  const workspace = await service.workspace();
  const [admin, member] = [await workspace.token('admin'), await workspace.token('member')];
  const create = (token: typeof admin, name: string) =>
    service.call(token, 'POST', '/api/v1/manage/lists', { body: { name } });
  await create(admin, 'By an Admin');
  await create(member, 'By a Member');
  const found = async (query: Record<string, string>) => {
    const { data } = await service.call(admin, 'GET', '/api/v1/manage/audit', { query });
    return data.entries as { actor: { id: string }; detail: { name: string } }[];
  };
  const [newest] = await found({ action: 'list.created' });
  expect(newest!.detail.name).toBe('By a Member');
  const byMember = await found({ actorId: newest!.actor.id });
  expect(byMember.map(({ detail }) => detail.name)).toEqual(['By a Member']);

  await service.owner.query(sql`
    update audit_entry set created_at = '2026-03-05T23:59:59Z'
    where workspace_id = ${workspace.id} and detail->>'name' = 'By an Admin'`);
  const day = { from: '2026-03-05', to: '2026-03-05' };
  expect((await found(day)).map(({ detail }) => detail.name)).toEqual(['By an Admin']);
  expect(await found({ ...day, actorId: newest!.actor.id })).toEqual([]);
  expect(await found({ from: '2026-03-06', action: 'list.renamed' })).toEqual([]);
  const wrong = { from: '2026-03-06', to: '2026-03-05', actorId: 'nobody' };
  const { status, error } = await service.call(admin, 'GET', '/api/v1/manage/audit', {
    query: wrong,
  });
  expect(status).toBe(422);
  expect(JSON.stringify(error)).toContain('must be the id of a user or token');
});

test('matching entries are downloaded as CSV without formulas, all of them, and the download is recorded', async () => {
  const workspace = await service.workspace();
  const admin = await workspace.token('admin');
  await service.call(admin, 'POST', '/api/v1/manage/lists', { body: { name: 'Fair' } });
  await service.owner.query(sql`
    insert into audit_entry (workspace_id, id, action, actor_kind, actor_id, target, detail, created_at)
    select ${workspace.id}, gen_random_uuid(), 'list.deleted', 'user', null, '=1+1', '{}',
           now() - make_interval(secs => number)
    from generate_series(1, 1100) as number`);
  const file = async (query: Record<string, string>) =>
    (await service.call(admin, 'GET', '/api/v1/manage/audit.csv', { query })).data as string;
  const deleted = await file({ action: 'list.deleted' });
  const [heading, first, ...rest] = deleted.trimEnd().split('\r\n');
  expect(heading).toBe('\ufeff"time","action","actor","actorId","target","detail","correlationId"');
  expect(first).toContain(`"list.deleted","user","","'=1+1","{}",""`);
  expect(rest).toHaveLength(1_099);
  expect(await file({ action: 'list.created' })).toContain('{""name"":""Fair""');
  expect((await file({ action: 'audit.exported' })).trimEnd().split('\r\n')).toHaveLength(4);
  const member = await workspace.token('member');
  const { status } = await service.call(member, 'GET', '/api/v1/manage/audit.csv');
  expect(status).toBe(403);
});
