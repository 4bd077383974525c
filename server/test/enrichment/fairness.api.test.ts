import { expect, test } from 'vitest';
import { sql } from '../../src/platform/db/index.ts';
import { defaultResponse, startModelServer } from '../model-server.ts';
import { insertProspects } from '../prospects/insert-prospects.ts';
import { testQueue } from '../queue/workers.ts';
import { testService } from '../service.ts';

const concurrency = 4;
const service = await testService();
const queue = await testQueue([], service.database);
const release = Promise.withResolvers<void>();
const model = await startModelServer(async (request) => {
  await release.promise;
  // Long enough to read what the single prospect needs, also on a busy machine.
  return { ...(defaultResponse(request) as { answer: unknown }), afterMs: 1_000 };
});

const enrichments = async (workspaceId: string, status: string): Promise<number> => {
  const [row] = await service.owner.query<{ count: number }>(sql`
    select count(*)::int from enrichment
    where workspace_id = ${workspaceId} and status::text = ${status}`);
  return row!.count;
};

test('a single prospect is next although 100 of another workspace wait, and the concurrency limit of the model is kept', async () => {
  const [many, single] = await Promise.all([service.workspace(), service.workspace()]);
  const enrich = async (workspace: typeof many, count: number, text: string) => {
    const prospectIds = await insertProspects(service.owner, workspace.id, { count, text });
    const body = { prospectIds, mode: 'personalized_line' };
    const token = await workspace.token('member');
    expect((await service.call(token, 'POST', '/enrich', { body })).status).toBe(200);
  };
  await enrich(many, 100, 'many');
  await queue.startWorker([], {
    AI_PROVIDER: 'openai-compatible',
    AI_BASE_URL: model.baseUrl,
    AI_MODEL: 'scripted',
    AI_CONCURRENCY: concurrency,
  });
  await expect.poll(() => model.requests.length).toBe(concurrency);
  await enrich(single, 1, 'single');
  // The worker has started it. All others that it has started are waiting for the model too.
  await expect.poll(() => enrichments(single.id, 'running')).toBe(1);
  release.resolve();
  await expect.poll(() => enrichments(single.id, 'done')).toBe(1);

  const place = model.requests.findIndex(({ prompt }) => prompt.includes('single 0'));
  // The model answers a few others while the worker prepares this one. Without turns, this one would come last.
  expect(place).toBeGreaterThanOrEqual(concurrency);
  expect(place).toBeLessThan(20);
  expect(model.maxConcurrent()).toBeLessThanOrEqual(concurrency);
});
