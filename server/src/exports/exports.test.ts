import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { uploader } from '../../test/imports/uploader.ts';
import { testQueue } from '../../test/queue/workers.ts';
import { testService } from '../../test/service.ts';
import { type Sql, sql } from '../platform/db/index.ts';

const service = await testService();
const queue = await testQueue([], service.database);
await queue.worker([]);
const manage = '/api/v1/manage';

const read = (file: string): Record<string, string>[] => parse(file, { bom: true, columns: true });

test('an export holds everyone, newest first, with everything that can be told [exports.filter]', async () => {
  const { post, bulk, exported, prospect } = await uploader(service);
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
    },
  ]);
});

test('only those who match, only the columns asked for, over several pieces [exports.filter]', async () => {
  const { people, bulk, exported, token } = await uploader(service);
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

test('nobody matches: the file has its heading; an unknown list is 404 at once [exports.filter]', async () => {
  const { exported, token } = await uploader(service);
  expect(await exported({ columns: ['email', 'fullName'] })).toBe('\ufeff"Email","Full name"\r\n');
  const { error } = await service.call(token, 'POST', `${manage}/exports`, {
    body: { filter: { listId: randomUUID() } },
  });
  expect(error.code).toBe('not_found');
});

test('the file is 404 until the export is done, for another task, and when it is gone [exports.when-done]', async () => {
  const idle = await testService();
  const { token, ended, workspace } = await uploader(idle);
  const post = (path: string) => idle.call(token, 'POST', manage + path, { body: {} });
  const get = (id: string) => idle.call(token, 'GET', `${manage}/exports/${id}/file`);
  const { id } = (await post('/exports')).data.task;
  expect((await get(id)).error).toMatchObject({
    code: 'not_found',
    message: 'The export is queued; its file is there when it is done.',
  });
  const cancelled = (await post('/exports')).data.task.id;
  await post(`/tasks/${cancelled}/cancel`);
  await (await testQueue([], idle.database)).worker([]);
  await ended(id);
  expect((await get(id)).status).toBe(200);
  expect((await get(cancelled)).error.message).toContain('The export is cancelled');
  await idle.owner.ask(sql`
    with old as (
      update task set finished_at = now() - interval '8 days' where workspace_id = ${workspace.id}
    )
    update export_piece set created_at = now() - interval '8 days' where workspace_id = ${workspace.id}`);
  await idle.owner.ask(sql`select purge_exports(10)`);
  expect((await get(id)).error).toMatchObject({
    code: 'not_found',
    message: 'The file was kept for 7 days and is gone. Start another export.',
  });
});

test('a file that goes while it is read is cut off, and not passed off as whole [exports.streamed]', async () => {
  const { token, workspace, ended } = await uploader(service);
  const { data } = await service.call(token, 'POST', `${manage}/exports`, { body: {} });
  const { id } = await ended(data.task.id);
  const behind = (statement: Sql) =>
    service.owner.transaction(workspace.id, (tx) => tx.run(statement));
  await behind(sql`
    insert into export_piece (workspace_id, task_id, number, content)
    select ${workspace.id}, ${id}, n, repeat('x', 250000) from generate_series(2, 200) as n`);
  const response = await fetch(`${service.origin}${manage}/exports/${id}/file`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  await behind(sql`delete from export_piece where workspace_id = ${workspace.id}`);
  await expect(response.text()).rejects.toThrow();
});

test('who starts an export and who downloads it stand in the audit log [audit.files]', async () => {
  const { exported, workspace } = await uploader(service);
  await exported({ columns: ['email'] });
  const admin = await workspace.token('admin');
  const { data } = await service.call(admin, 'GET', `${manage}/audit`);
  expect(data.entries).toMatchObject([
    { action: 'export.downloaded', detail: { rows: 0 } },
    { action: 'task.started', detail: { kind: 'export', columns: ['email'] } },
  ]);
  expect(data.entries[0].target).toBe(data.entries[1].target);
});
