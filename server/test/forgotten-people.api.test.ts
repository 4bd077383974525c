import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { raw, sql } from '../src/platform/db/index.ts';
import { type ImportsClient, importsClient } from './imports/imports-client.ts';
import { testQueue } from './queue/workers.ts';
import { testService } from './service.ts';

const service = await testService();
const queue = await testQueue([], service.database);
await queue.startWorker([]);

/** Every column of the database that can hold a text, in every schema. */
const textColumns = await service.owner.query<{ table: string; columns: string[] }>(sql`
  select format('%I.%I', table_schema, table_name) as table,
         array_agg(format('%I', column_name)::text) as columns
  from information_schema.columns
  join information_schema.tables using (table_schema, table_name)
  where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
    and data_type in ('text', 'json', 'jsonb', 'ARRAY', 'character varying')
  group by table_schema, table_name`);

/** The columns that contain one of the texts. */
async function columnsWith(...texts: string[]): Promise<string[]> {
  const found = textColumns.flatMap(({ table, columns }) =>
    columns.map(
      (column) => sql`
        select ${`${table}.${column}`} as place from ${raw(table)}
        where ${raw(column)}::text ilike any(${texts.map((text) => `%${text}%`)})`,
    ),
  );
  const union = found.reduce((all, each) => sql`${all} union ${each}`);
  const rows = await service.owner.query<{ place: string }>(union);
  return rows.map(({ place }) => place).sort();
}

const manage = '/api/v1/manage';
const slug = () => randomUUID().slice(0, 8);

/** Imports the person in several spellings, and copies them with every feature that copies people. */
async function copyPerson(client: ImportsClient, marker: string) {
  const { token, upload, finish, exportCsv, workspace } = client;
  const email = `jane@${marker}.example`;
  const profile = `https://www.linkedin.com/in/jane-${marker}`;
  const name = `Jane ${marker}`;
  const file = await upload(
    [
      'Name,Email,LinkedIn,Company,Comment',
      `${name},${email.toUpperCase()},${profile},Acme,first of ${marker}`,
      `Nils,nils@acme.example,,Acme,a neighbour`,
      `,"${name} <${email}>",,,an address that fails and names ${marker}`,
      `,,linkedin.com/in/Jane-${marker}/?trk=x,,by profile ${marker}`,
      `${name.toUpperCase()},not an address,,ACME,by name and company ${marker}`,
    ].join('\n'),
    `${name.replace(' ', '-')}.csv`,
  );
  await finish('dry-run', file.id);
  const task = await finish('run', file.id);
  const call = async (path: string, body: object) => {
    const { data, error } = await service.call(token, 'POST', manage + path, { body });
    expect(error).toBeUndefined();
    return data;
  };
  const prospects = (await service.call(token, 'GET', '/prospects')).data.prospects as {
    id: string;
    email: string;
  }[];
  const id = prospects.find((each) => each.email === email)!.id;
  await call(`/prospects/${id}/notes`, { text: `Met ${name}` });
  await call('/views', { name: `About ${name}`, query: 'stage=new' });
  await call('/views', { name: 'By address', query: `q=${encodeURIComponent(email)}` });
  await call('/views', { name: 'Neighbours', query: 'q=nils' });
  const exported = await exportCsv();
  expect(exported).toContain(email);
  return { id, email, task, file, workspace };
}

test('nothing that names a deleted person stays in any table', async () => {
  const client = await importsClient(service);
  const marker = `canary${slug()}`;
  const { id, task, file } = await copyPerson(client, marker);
  const places = await columnsWith(marker);
  expect(places).toEqual(
    expect.arrayContaining([
      'public.export_piece.rows',
      'public.import_file.columns',
      'public.import_file.name',
      'public.import_row.cells',
      'public.note.text',
      'public.prospect.email',
      'public.saved_view.name',
      'public.saved_view.query',
      'public.task_failure."row"',
    ]),
  );
  await client.bulk({ action: 'delete', prospectIds: [id] });
  await expect.poll(() => columnsWith(marker), { timeout: 60_000 }).toEqual([]);

  const neighbour = 'nils@acme.example';
  expect((await client.failures(task.id)).map(({ row }) => JSON.stringify(row))).toEqual([]);
  const [kept] = await service.owner.query<{ cells: string[] }>(
    sql`select cells from import_row where import_id = ${file.id}`,
  );
  expect(kept!.cells).toContain(neighbour);
  const { data } = await service.call(client.token, 'GET', `${manage}/views`);
  expect(data.views.map(({ name }: { name: string }) => name)).toEqual(['Neighbours']);
  const [piece] = await service.owner.query<{ rows: string[] }>(
    sql`select rows from export_piece where workspace_id = ${client.workspace.id}`,
  );
  expect(piece!.rows.join('')).toContain(neighbour);
});

test('people who are deleted while others are being forgotten are forgotten, too', async () => {
  const client = await importsClient(service);
  const markers = Array.from({ length: 8 }, () => `canary${slug()}`);
  const lines = markers.map((marker) => `${marker},${marker}@x.example`);
  await client.finish('run', (await client.upload(['Name,Email', ...lines].join('\n'))).id);
  const { data } = await service.call(client.token, 'GET', '/prospects');
  await Promise.all(
    data.prospects.map(({ id }: { id: string }) =>
      client.bulk({ action: 'delete', prospectIds: [id] }),
    ),
  );
  await expect.poll(() => columnsWith(...markers), { timeout: 60_000 }).toEqual([]);
});
