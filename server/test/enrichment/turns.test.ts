import { expect, test } from 'vitest';
import { sql } from '../../src/platform/db/index.ts';
import { modelServer, sensible } from '../model-server.ts';
import { insertMany } from '../prospects/many.ts';
import { testQueue } from '../queue/workers.ts';
import { testService } from '../service.ts';

const concurrency = 4;
const service = await testService();
const queue = await testQueue([], service.database);
const model = await modelServer((asked) => ({
  ...(sensible(asked) as { answer: unknown }),
  afterMs: 50,
}));

const enrichments = async (workspaceId: string, status: string): Promise<number> => {
  const [row] = await service.owner.ask<{ count: number }>(sql`
    select count(*)::int from enrichment
    where workspace_id = ${workspaceId} and status::text = ${status}`);
  return row!.count;
};

test('a single prospect is next although a hundred of another workspace wait, and the model is asked no more at once than it may be [models.fair]', async () => {
  const [many, single] = await Promise.all([service.workspace(), service.workspace()]);
  const enrich = async (workspace: typeof many, count: number) => {
    const prospectIds = await insertMany(service.owner, workspace.id, { count });
    const body = { prospectIds, mode: 'personalized_line' };
    const token = await workspace.token('member');
    expect((await service.call(token, 'POST', '/enrich', { body })).status).toBe(200);
  };
  await enrich(many, 100);
  await queue.worker([], {
    AI_PROVIDER: 'openai-compatible',
    AI_BASE_URL: model.baseUrl,
    AI_MODEL: 'scripted',
    AI_CONCURRENCY: concurrency,
  });
  await expect.poll(() => enrichments(many.id, 'done')).toBeGreaterThan(5);
  await enrich(single, 1);
  await expect.poll(() => enrichments(single.id, 'done')).toBe(1);

  const [between] = await service.owner.ask<{ count: number }>(sql`
    select count(*)::int from enrichment e, enrichment single
    where e.workspace_id = ${many.id} and single.workspace_id = ${single.id}
      and e.started_at between single.created_at and single.started_at`);
  // Those that were under way or just about to be.
  expect(between!.count).toBeLessThanOrEqual(5 * concurrency);
  expect(model.most()).toBeLessThanOrEqual(concurrency);
});
