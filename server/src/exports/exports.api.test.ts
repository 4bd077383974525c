import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { importsClient } from '../../test/imports/imports-client.ts';
import { testQueue } from '../../test/queue/workers.ts';
import { testService } from '../../test/service.ts';
import { type Sql, sql } from '../platform/db/index.ts';

const service = await testService();
const queue = await testQueue([], service.database);
await queue.startWorker([]);
const manage = '/api/v1/manage';

const read = (file: string): Record<string, string>[] => parse(file, { bom: true, columns: true });

test('an export contains every prospect, newest first, with all columns', async () => {
  const { post, bulk, exportCsv: exported, prospect } = await importsClient(service);
  const lead = {
    fullName: 'Amara Okafor',
    title: 'Head, Procurement',
    companyName: '=Saltmarsh',
    linkedinUrl: 'https://www.linkedin.com/in/amara',
    website: 'saltmarsh.example',
    email: 'amara@saltmarsh.example',
    phone: '+49 30 901820',
    locationName: 'Lagos',
  };
  const [id] = (await post([lead])).data.prospectIds;
  await bulk({ action: 'tag', tagName: 'Met', prospectIds: [id] });
  await bulk({ action: 'tag', tagName: 'Hot', prospectIds: [id] });
  await bulk({ action: 'add_to_list', listName: 'Fair', prospectIds: [id] });
  await bulk({ action: 'stage', stage: 'meeting', prospectIds: [id] });
  await bulk({ action: 'suppress', prospectIds: [id] });
  await post([{ email: 'henrik@nordlys.example' }]);
  const file = await exported();
  expect(file.startsWith('\ufeff"Full name",')).toBe(true);
  const { createdAt, updatedAt } = await prospect(id);
  expect(read(file)).toEqual([
    expect.objectContaining({ Email: 'henrik@nordlys.example', Tags: '', 'Do not contact': 'no' }),
    {
      'Full name': 'Amara Okafor',
      'First name': 'Amara',
      'Last name': 'Okafor',
      Title: 'Head, Procurement',
      Company: "'=Saltmarsh",
      'LinkedIn URL': 'https://www.linkedin.com/in/amara',
      Website: 'saltmarsh.example',
      Email: 'amara@saltmarsh.example',
      Phone: "'+4930901820",
      Location: 'Lagos',
      Stage: 'meeting',
      'Do not contact': 'yes',
      Lists: 'Fair',
      Tags: 'Hot; Met',
      'First-touch line': '',
      'Enrichment status': 'none',
      'Source type': 'extension',
      'Created at': createdAt,
      'Updated at': updatedAt,
      'Prospect id': id,
      Owner: '',
    },
  ]);
});

test('an export contains only matching prospects and requested columns, over several pieces', async () => {
  const { addProspects: people, bulk, exportCsv: exported, token } = await importsClient(service);
  const ids = await people(1_200);
  for (let done = 0; done < 1_100; done += 500)
    await bulk({
      action: 'stage',
      stage: 'meeting',
      prospectIds: ids.slice(done, Math.min(1_100, done + 500)),
    });
  const order = { filter: { stage: 'meeting' }, columns: ['id', 'stage', 'id'] };
  const rows = read(await exported(order));
  expect(Object.keys(rows[0]!)).toEqual(['Prospect id', 'Stage']);
  expect(rows.map((row) => row['Prospect id']).sort()).toEqual(ids.slice(0, 1_100).sort());
  const { data } = await service.call(token, 'GET', `${manage}/tasks`);
  expect(data.tasks).toMatchObject([
    { kind: 'export', status: 'done', total: 1_100, done: 1_100, counts: { exported: 1_100 } },
  ]);
});

test('given prospects are exported in the given order; one of another workspace is 404', async () => {
  const { addProspects: people, exportCsv: exported, token } = await importsClient(service);
  const ids = await people(520);
  const picked = ids.slice(5).reverse();
  const rows = read(await exported({ prospectIds: picked, columns: ['id'] }));
  expect(rows.map((row) => row['Prospect id'])).toEqual(picked);
  const { data } = await service.call(token, 'GET', `${manage}/tasks`);
  expect(data.tasks).toMatchObject([{ status: 'done', total: 515, done: 515 }]);
  const [foreign] = await (await importsClient(service)).addProspects(1);
  const body = { prospectIds: [ids[0], foreign] };
  const refused = await service.call(token, 'POST', `${manage}/exports`, { body });
  expect(refused.error).toMatchObject({ code: 'not_found', notFound: [foreign] });
  const both = await service.call(token, 'POST', `${manage}/exports`, {
    body: { filter: {}, prospectIds: [ids[0]] },
  });
  expect(both.status).toBe(422);
});

test('the file is 404 until the export is done, for another task, and after it is deleted', async () => {
  const idle = await testService();
  const { token, waitForEnd: ended, workspace } = await importsClient(idle);
  const post = (path: string) => idle.call(token, 'POST', manage + path, { body: {} });
  const get = (id: string) => idle.call(token, 'GET', `${manage}/exports/${id}/file`);
  const { id } = (await post('/exports')).data.task;
  expect((await get(id)).error).toMatchObject({
    code: 'not_found',
    message: 'The export is queued. Its file is available once it is done.',
  });
  const cancelled = (await post('/exports')).data.task.id;
  await post(`/tasks/${cancelled}/cancel`);
  await (await testQueue([], idle.database)).startWorker([]);
  await ended(id);
  expect((await get(id)).status).toBe(200);
  expect((await get(cancelled)).error.message).toContain('The export is cancelled');
  await idle.owner.query(sql`
    with old as (
      update task set finished_at = now() - interval '8 days' where workspace_id = ${workspace.id}
    )
    update export_piece set created_at = now() - interval '8 days' where workspace_id = ${workspace.id}`);
  await idle.owner.query(sql`select purge_exports(10)`);
  expect((await get(id)).error).toMatchObject({
    code: 'not_found',
    message: 'The file has expired after 7 days. Start another export.',
  });
});

test('the download of a file that is deleted meanwhile is aborted, not ended as if complete', async () => {
  const { token, workspace, waitForEnd: ended } = await importsClient(service);
  const { data } = await service.call(token, 'POST', `${manage}/exports`, { body: {} });
  const { id } = await ended(data.task.id);
  const behind = (statement: Sql) =>
    service.owner.transaction(workspace.id, (tx) => tx.run(statement));
  await behind(sql`
    insert into export_piece (workspace_id, task_id, number, heading)
    select ${workspace.id}, ${id}, n, repeat('x', 250000) from generate_series(2, 200) as n`);
  const response = await fetch(`${service.origin}${manage}/exports/${id}/file`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  await behind(sql`delete from export_piece where workspace_id = ${workspace.id}`);
  await expect(response.text()).rejects.toThrow();
});

test('the audit log records who starts an export and who downloads it', async () => {
  const { exportCsv: exported, workspace } = await importsClient(service);
  await exported({ columns: ['email'] });
  const admin = await workspace.token('admin');
  const { data } = await service.call(admin, 'GET', `${manage}/audit`);
  expect(data.entries).toMatchObject([
    { action: 'export.downloaded', detail: { rows: 0 } },
    { action: 'task.started', detail: { kind: 'export', columns: ['email'] } },
  ]);
  expect(data.entries[0].target).toBe(data.entries[1].target);
});
