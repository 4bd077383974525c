import { expect, test } from 'vitest';
import { tenantTables } from '../../schema/tables.ts';
import { racedConstraints } from '../../src/platform/db/database-failure.ts';
import { Database, sql } from '../../src/platform/db/index.ts';
import { blankSearch } from '../prospects/blank-search.ts';
import { testService } from '../service.ts';

const service = await testService();
const { owner } = service;

test('every retried constraint exists, and every constraint that a deletion can violate is retried', async () => {
  const constraints = await owner.query<{ name: string; refersTo: string | null }>(sql`
    select c.conname as name, r.relname as "refersTo"
    from pg_constraint c left join pg_class r on r.oid = c.confrelid
    where c.contype in ('f', 'p', 'u') and c.connamespace in ('public'::regnamespace, 'auth'::regnamespace)
    union
    select i.indexrelid::regclass::text, null from pg_index i
    join pg_class t on t.oid = i.indrelid and t.relnamespace = 'public'::regnamespace
    where i.indisunique`);
  const names = new Set(constraints.map(({ name }) => name));
  expect([...racedConstraints].filter((name) => !names.has(name))).toEqual([]);
  const deletable = Object.entries(tenantTables)
    .filter(([, may]) => may.includes('delete'))
    .map(([table]) => table);
  const violable = constraints
    .filter(({ refersTo }) => refersTo !== null && deletable.includes(refersTo))
    .map(({ name }) => name);
  expect([...new Set(violable)].filter((name) => !racedConstraints.has(name))).toEqual([]);
});

test('violations that concurrent changes can cause are retried; violations that only a bug can cause are not', async () => {
  const workspace = await service.workspace();
  const app = new Database({
    url: service.database.appUrl,
    poolSize: 2,
    timeouts: { statementMs: 5_000, lockMs: 2_000 },
    inBackground: true,
  });
  const attempts = async (statement: ReturnType<typeof sql>) => {
    let count = 0;
    const outcome = await app
      .transaction(workspace.id, async (tx) => {
        count++;
        await tx.run(statement);
      })
      .catch((error: unknown) => error as Error & { code: string });
    return { count, code: outcome?.code };
  };
  const list = (id: string, key: string) => sql`
    insert into list (workspace_id, id, name, name_key)
    select ${workspace.id}, id, '', key
    from (values (${id}::uuid, ${key}), (${id}::uuid, ${`${key} too`})) as made (id, key)`;
  const named = (key: string) => sql`
    insert into list (workspace_id, id, name, name_key)
    select ${workspace.id}, gen_random_uuid(), '', ${key} from generate_series(1, 2)`;
  const person = (email: string) => sql`
    insert into prospect (workspace_id, id, email, email_key, source_type, ${blankSearch.columns})
    select ${workspace.id}, gen_random_uuid(), ${email}, ${email}, 'manual', ${blankSearch.values} from generate_series(1, 2)`;
  expect(await attempts(named('fair'))).toEqual({ count: 6, code: 'unavailable' });
  expect(await attempts(person('jane@acme.example'))).toEqual({ count: 6, code: 'unavailable' });
  const id = '019c8a10-0007-7000-8000-2c8a6e4d0f17';
  expect(await attempts(list(id, 'fair'))).toEqual({ count: 1, code: '23505' });
  await app.close();
});
