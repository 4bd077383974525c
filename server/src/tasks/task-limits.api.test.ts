import { randomUUID } from 'node:crypto';
import { importLimits, taskLimits } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { importsClient } from '../../test/imports/imports-client.ts';
import { testQueue } from '../../test/queue/workers.ts';
import { testService } from '../../test/service.ts';
import { raw, sql } from '../platform/db/index.ts';

const service = await testService();
const manage = '/api/v1/manage';

/** A workspace with this number of earlier tasks. */
async function workspaceWithTasks(count: number, { isOver }: { isOver: boolean }) {
  const account = await importsClient(service);
  const { workspace, token } = account;
  await service.owner.transaction(workspace.id, (tx) =>
    tx.run(sql`
      insert into task (workspace_id, id, kind, input, actor_kind, finished_at, status)
      select ${workspace.id}, gen_random_uuid(), 'export', '{}', 'system',
             ${isOver ? sql`now(), 'done'` : sql`null, 'queued'`}
      from generate_series(1, ${count}::int)`),
  );
  const post = (path: string, body = {}) =>
    service.call(token, 'POST', `${manage}${path}`, { body });
  return { ...account, post };
}

test('of three concurrent tasks at the limit, one starts and the others are 429', async () => {
  const { post } = await workspaceWithTasks(taskLimits.maxActive - 1, { isOver: false });
  const order = { action: 'stage', stage: 'meeting', filter: {} };
  const answers = await Promise.all([1, 2, 3].map(() => post('/bulk-tasks', order)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
  const refused = answers.find(({ status }) => status === 429)!;
  expect(refused.error).toMatchObject({ code: 'rate_limited' });
  expect(refused.error.message).toContain('20 background jobs in progress');
});

test('an export after the fiftieth of a day is 429, other tasks are not', async () => {
  const { post } = await workspaceWithTasks(taskLimits.exportsPerDay, { isOver: true });
  expect((await post('/exports')).error).toMatchObject({ code: 'rate_limited' });
  const order = { action: 'stage', stage: 'meeting', filter: {} };
  expect((await post('/bulk-tasks', order)).status).toBe(200);
});

/** A workspace with earlier uploads. */
async function workspaceWithUploads(files: number, bytes: number) {
  const account = await importsClient(service);
  const { workspace } = account;
  await service.owner.transaction(workspace.id, (tx) =>
    tx.run(sql`
      insert into import_file (workspace_id, id, name, rows, columns, delimiter, encoding, warnings, bytes)
      select ${workspace.id}, gen_random_uuid(), 'f.csv', 0, '[]', ',', 'utf-8', '[]', ${bytes}::bigint
      from generate_series(1, ${files}::int)`),
  );
  return account;
}

test('of two concurrent uploads, one is the hundredth of the day and the other is 429', async () => {
  const { postFile: ask } = await workspaceWithUploads(importLimits.uploadsPerDay - 1, 1);
  const answers = await Promise.all([1, 2].map(() => ask('Email\na@x.example\n')));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 429]);
});

test('a finished task does not keep its search query, and the audit log has only the length of it', async () => {
  const queue = await testQueue([], service.database);
  await queue.startWorker([]);
  const { token, waitForEnd: ended, workspace, exportCsv: exported } = await importsClient(service);
  const q = 'jane.private@person.example';
  await exported({ filter: { q, stage: 'new' } });
  const { data } = await service.call(token, 'POST', `${manage}/bulk-tasks`, {
    body: { action: 'stage', stage: 'meeting', filter: { q } },
  });
  await ended(data.task.id);
  const text = async (table: string) =>
    JSON.stringify(
      await service.owner.query(
        sql`select * from ${raw(table)} where workspace_id = ${workspace.id}`,
      ),
    );
  expect(await text('task')).not.toContain('jane');
  expect(await text('audit_entry')).not.toContain('jane');
  expect(await text('audit_entry')).toContain(`"q":${q.length}`);
  expect(await text('task')).toContain('"stage":["new"]');
});

test('an export file with a missing piece is 404', async () => {
  const queue = await testQueue([], service.database);
  await queue.startWorker([]);
  const { token, workspace, waitForEnd: ended } = await importsClient(service);
  const { data } = await service.call(token, 'POST', `${manage}/exports`, { body: {} });
  const { id } = await ended(data.task.id);
  await service.owner.transaction(workspace.id, (tx) =>
    tx.run(sql`update export_piece set number = 2 where task_id = ${id}`),
  );
  const { error } = await service.call(token, 'GET', `${manage}/exports/${id}/file`);
  expect(error).toMatchObject({
    code: 'not_found',
    message: expect.stringContaining('has expired'),
  });
});

test('tasks and enrichments are deleted 90 days after they end, audit entries after 13 months; lost tasks fail', async () => {
  const queue = await testQueue([]);
  const { id: workspaceId } = await queue.workspace();
  const names = async (table: string, column: string) =>
    (
      await queue.owner.query<{ name: string }>(sql`
        select ${raw(column)} as name from ${raw(table)} where workspace_id = ${workspaceId} order by 1`)
    ).map(({ name }) => name);
  await queue.owner.transaction(workspaceId, async (tx) => {
    for (const days of [89, 91]) {
      const [task, job] = [randomUUID(), randomUUID()];
      const at = sql`now() - ${days} * interval '1 day'`;
      await tx.run(sql`
        insert into task (workspace_id, id, kind, input, actor_kind, status, finished_at, correlation_id)
        values (${workspaceId}, ${task}, 'bulk', '{}', 'system', 'done', ${at}, ${`after ${days}`})`);
      await tx.run(sql`
        insert into task_target (workspace_id, task_id, number, prospect_id)
        select ${workspaceId}, ${task}, n, gen_random_uuid() from generate_series(1, 6000) n`);
      await tx.run(sql`
        insert into enrichment_job (workspace_id, id, mode, use_instructions, total, actor_kind, correlation_id)
        values (${workspaceId}, ${job}, 'enrich_only', false, 2, 'system', ${`after ${days}`})`);
      await tx.run(sql`
        insert into enrichment (workspace_id, id, job_id, prospect_id, mode, status, credit_month, deadline, finished_at, reason)
        select ${workspaceId}, gen_random_uuid(), ${job}, gen_random_uuid(), 'enrich_only', 'failed',
               current_month(), now(), ${at}, ${`after ${days}`}
        from generate_series(1, 2)`);
    }
    for (const hours of [23, 25])
      await tx.run(sql`
        insert into task (workspace_id, id, kind, input, actor_kind, status, touched_at, correlation_id)
        values (${workspaceId}, gen_random_uuid(), 'bulk', '{}', 'system', 'running',
                now() - ${hours} * interval '1 hour', ${`silent ${hours}`})`);
    for (const months of [12, 14])
      await tx.run(sql`
        insert into audit_entry (workspace_id, id, action, actor_kind, detail, created_at, correlation_id)
        values (${workspaceId}, gen_random_uuid(), 'task.started', 'system', '{}',
                now() - ${months} * interval '1 month', ${`after ${months}`})`);
  });
  await queue.startWorker();
  const patient = { timeout: 60_000, interval: 50 };
  await expect.poll(() => names('audit_entry', 'correlation_id'), patient).toEqual(['after 12']);
  expect(await names('task', 'correlation_id')).toEqual(['after 89', 'silent 23', 'silent 25']);
  expect(await names('task', 'status::text')).toEqual(['done', 'failed', 'running']);
  expect(await names('task_target', 'number')).toHaveLength(6_000);
  expect(await names('enrichment', 'reason')).toEqual(['after 89', 'after 89']);
  expect(await names('enrichment_job', 'correlation_id')).toEqual(['after 89']);
});
