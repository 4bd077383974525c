import { expect, test } from 'vitest';
import { sql } from '../../src/platform/db/index.ts';
import { defaultResponse, startModelServer } from '../model-server.ts';
import { insertProspects } from '../prospects/insert-prospects.ts';
import { testQueue } from '../queue/workers.ts';
import { testService } from '../service.ts';

const concurrency = 4;
const service = await testService();
const queue = await testQueue([], service.database);
const model = await startModelServer((request) => ({
  ...(defaultResponse(request) as { answer: unknown }),
  afterMs: 50,
}));

const enrichments = async (workspaceId: string, status: string): Promise<number> => {
  const [row] = await service.owner.ask<{ count: number }>(sql`
    select count(*)::int from enrichment
    where workspace_id = ${workspaceId} and status::text = ${status}`);
  return row!.count;
};

test('a single prospect is next although 100 of another workspace wait, and the concurrency limit of the model is kept [models.fair]', async () => {
  const [many, single] = await Promise.all([service.workspace(), service.workspace()]);
  const enrich = async (workspace: typeof many, count: number) => {
    const prospectIds = await insertProspects(service.owner, workspace.id, { count });
    const body = { prospectIds, mode: 'personalized_line' };
    const token = await workspace.token('member');
    expect((await service.call(token, 'POST', '/enrich', { body })).status).toBe(200);
  };
  await enrich(many, 100);
  await queue.startWorker([], {
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
  // Those that were running or about to start.
  expect(between!.count).toBeLessThanOrEqual(5 * concurrency);
  expect(model.maxConcurrent()).toBeLessThanOrEqual(concurrency);
});
