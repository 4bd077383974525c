import { expect, test } from 'vitest';
import { enrichmentClient, setUpEnrichment } from '../../test/enrichment/enrichment-client.ts';
import { sql } from '../platform/db/index.ts';

// No worker runs: queued work stays queued until a test changes it.
const { service } = await setUpEnrichment();

async function setUp(count: number) {
  const own = await enrichmentClient(service);
  const ids = await own.addProspects(count);
  const { data } = await own.enrich(ids);
  const viewer = await own.workspace.token('viewer');
  return {
    ...own,
    ids,
    jobId: data.jobId as string,
    follow: (query: Record<string, string> = {}, jobId: string = data.jobId) =>
      service.call(viewer, 'GET', `/enrich/${jobId}`, { query }),
    /** Sets the state that a worker would leave. */
    end: (id: string, status: string, reason: string | null, code: string | null) =>
      service.owner.query(sql`
        update enrichment set status = ${status}::enrichment_work_status, reason = ${reason}, reason_code = ${code},
          finished_at = now()
        where workspace_id = ${own.workspace.id} and prospect_id = ${id}`),
  };
}

test('a viewer sees the counts by status, and the result of each prospect in the order of the request', async () => {
  const { ids, jobId, follow, end } = await setUp(3);
  await end(ids[0]!, 'done', null, null);
  await end(ids[1]!, 'failed', 'It holds a link.', 'output_rejected');
  const { status, data } = await follow();
  expect(status).toBe(200);
  expect(data).toMatchObject({
    jobId,
    mode: 'enrich_only',
    total: 3,
    queued: 1,
    running: 0,
    done: 1,
    failed: 1,
    cancelled: 0,
    finishedAt: null,
    nextCursor: null,
  });
  expect(data.results).toMatchObject([
    { prospectId: ids[0], status: 'done', reason: null, message: null },
    {
      prospectId: ids[1],
      status: 'failed',
      reason: 'output_rejected',
      message: 'It holds a link.',
    },
    { prospectId: ids[2], status: 'queued', reason: null, message: null, finishedAt: null },
  ]);
  await end(ids[2]!, 'done', null, null);
  expect((await follow()).data.finishedAt).not.toBeNull();
});

test('pagination has no gaps, for all results or one status', async () => {
  const { ids, follow, end } = await setUp(7);
  for (const id of ids.slice(0, 3)) await end(id, 'failed', 'Why.', 'timed_out');
  for (const [query, expected] of [
    [{}, ids],
    [{ status: 'failed' }, ids.slice(0, 3)],
  ] as [Record<string, string>, string[]][]) {
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await follow({ ...query, limit: '2', ...(cursor && { cursor }) });
      expect(page.data.results.length).toBeLessThanOrEqual(2);
      seen.push(...page.data.results.map((each: { prospectId: string }) => each.prospectId));
      cursor = page.data.nextCursor;
    }
    expect(seen).toEqual(expected);
  }
  const { nextCursor } = (await follow({ limit: '2' })).data;
  const other = await follow({ status: 'failed', cursor: nextCursor });
  expect(other.status).toBe(422);
  expect(Object.keys(other.error.fieldErrors)).toEqual(['cursor']);
});
