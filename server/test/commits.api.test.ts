import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { raw, sql } from '../src/platform/db/index.ts';
import { type LeadsClient, leadsClient, newLeads } from './leads-client.ts';
import { testService } from './service.ts';

const service = await testService();

/** Makes each write of a workspace to this table fail: at once, or only during COMMIT. */
async function failWrites(table: string, { workspace }: LeadsClient, at: 'once' | 'commit') {
  const name = `refuse_${randomUUID().replaceAll('-', '')}`;
  const [kind, delay] =
    at === 'commit' ? ['constraint trigger', 'deferrable initially deferred'] : ['trigger', ''];
  await service.owner.transaction(workspace.id, async (tx) => {
    await tx.run(
      raw(`create function ${name}() returns trigger language plpgsql
           as $$ begin raise check_violation; end $$`),
    );
    await tx.run(
      raw(`create ${kind} ${name} after insert on ${table} ${delay}
           for each row when (new.workspace_id = '${workspace.id}') execute function ${name}()`),
    );
  });
}

const countOf = async (table: string, { workspace }: LeadsClient): Promise<number> => {
  const [row] = await service.owner.query<{ count: number }>(
    sql`select count(*)::int as count from ${raw(table)} where workspace_id = ${workspace.id}`,
  );
  return row!.count;
};

test('leads are acknowledged only after their commit', async () => {
  const client = await leadsClient(service);
  await failWrites('prospect', client, 'commit');
  const { status } = await client.post(newLeads(3), { listName: 'Fair' });
  expect(status).toBe(500);
  expect([await countOf('prospect', client), await countOf('list', client)]).toEqual([0, 0]);
});

test('a change is committed together with the response of its Idempotency-Key', async () => {
  const client = await leadsClient(service);
  await failWrites('idempotency', client, 'once');
  const key = { 'idempotency-key': randomUUID() };
  const { status } = await client.post(newLeads(3), { listName: 'Fair' }, key);
  expect(status).toBe(500);
  expect([await countOf('prospect', client), await countOf('list', client)]).toEqual([0, 0]);
});

test('a change is committed together with its event', async () => {
  const client = await leadsClient(service);
  await failWrites('event', client, 'once');
  const { status } = await client.post(newLeads(3), { listName: 'Fair' });
  expect(status).toBe(500);
  expect([await countOf('prospect', client), await countOf('list', client)]).toEqual([0, 0]);
});
