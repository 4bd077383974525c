import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testQueue } from '../../test/queue/workers.ts';
import { raw, sql } from '../platform/db/index.ts';

const queue = await testQueue([]);
const patient = { interval: 50 };

test('uploaded files, their rows and failures are deleted after 30 days, exports after 7', async () => {
  const { id: workspaceId } = await queue.workspace();
  const rowsOf = async (table: string) =>
    (await queue.owner.query(sql`select from ${raw(table)} where workspace_id = ${workspaceId}`))
      .length;
  await queue.owner.transaction(workspaceId, async (tx) => {
    for (const [days, kind] of [
      [29, 'import'],
      [31, 'import'],
      [31, 'import_dry_run'],
      [31, 'bulk'],
      [6, 'export'],
      [8, 'export'],
    ] as const) {
      const [task, file] = [randomUUID(), randomUUID()];
      const at = sql`now() - ${days} * interval '1 day'`;
      await tx.run(sql`
        insert into task (workspace_id, id, kind, input, actor_kind, created_at, touched_at)
        values (${workspaceId}, ${task}, ${kind}, '{}', 'system', ${at}, ${at})`);
      await tx.run(sql`
        insert into task_failure (workspace_id, task_id, number, reason, "row")
        values (${workspaceId}, ${task}, 2, 'No good.', '{}')`);
      if (kind === 'export')
        await tx.run(sql`
          insert into export_piece (workspace_id, task_id, number, heading, created_at)
          values (${workspaceId}, ${task}, 1, 'Email', ${at})`);
      if (kind !== 'import') continue;
      await tx.run(sql`
        insert into import_file (workspace_id, id, name, rows, columns, delimiter, encoding, warnings, created_at)
        values (${workspaceId}, ${file}, 'f.csv', 6000, '[]', ',', 'utf-8', '[]', ${at})`);
      await tx.run(sql`
        insert into import_row (workspace_id, import_id, number, cells)
        select ${workspaceId}, ${file}, n, '[]' from generate_series(1, 6000) n`);
    }
  });
  expect(await rowsOf('import_row')).toBe(12_000);

  await queue.startWorker();
  await expect.poll(() => rowsOf('export_piece'), patient).toBe(1);
  expect(await rowsOf('import_file')).toBe(1);
  expect(await rowsOf('import_row')).toBe(6_000);
  expect(await rowsOf('task_failure')).toBe(4);
  expect(await rowsOf('task')).toBe(6);
});
