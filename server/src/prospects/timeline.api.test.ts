import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { explainStatements } from '../../test/plans/explain-statements.ts';
import { testService } from '../../test/service.ts';
import { creationPositionOf } from '../platform/cursor.ts';
import { Database, sql } from '../platform/db/index.ts';
import { selectTimeline, type TimelineEntry } from './timeline.sql.ts';

const service = await testService();
const app = new Database({
  url: service.database.appUrl,
  poolSize: 4,
  timeouts: { statementMs: 30_000, lockMs: 2_000 },
  inBackground: true,
});
afterAll(() => app.close());

const prospectId = randomUUID();
const { id: workspaceId } = await service.workspace();

beforeAll(async () => {
  // One prospect has 1,000 of 200,000 events, spread over all four months.
  await service.owner.transaction(workspaceId, async (tx) => {
    await tx.run(sql`
      insert into event (workspace_id, id, created_at, type, prospect_id, actor_kind, data)
      select ${workspaceId}, gen_random_uuid(),
             current_month()::timestamp at time zone 'UTC' + n * interval '50 seconds',
             'prospect.suppressed', ('00000000-0000-4000-8000-' || lpad((n % 5000)::text, 12, '0'))::uuid, 'user', '{}'
      from generate_series(1, 200000) as n`);
    await tx.run(sql`
      insert into event (workspace_id, id, created_at, type, prospect_id, actor_kind, actor_id, correlation_id, data, previous)
      select ${workspaceId}, gen_random_uuid(),
             current_month()::timestamp at time zone 'UTC' + (n / 10) * interval '27 hours',
             (array['prospect.updated', 'prospect.created'])[1 + n % 2], ${prospectId}, 'token', gen_random_uuid(), 'request ' || n,
             json_build_object('title', 'Title ' || n), json_build_object('title', 'Title ' || n - 1)
      from generate_series(1, 1000) as n`);
    await tx.run(sql`analyze event`);
  });
});

const read = (most: number, before?: TimelineEntry) =>
  app.read(workspaceId, (tx) =>
    selectTimeline(tx, prospectId, most, before && creationPositionOf(before)),
  );

test('every page has the same cost: it is read by index, without other events', async () => {
  const all = await read(1_000);
  for (const before of [undefined, all[10], all[500], all[990]]) {
    const plans = await explainStatements(app, workspaceId, (tx) =>
      selectTimeline(tx, prospectId, 20, before && creationPositionOf(before)),
    );
    expect(plans[0]!.scanned).toEqual([]);
    expect(plans[0]!.indexes).not.toEqual([]);
    for (const index of plans[0]!.indexes)
      expect(index).toMatch(/workspace_id_prospect_id_created_at|^message/);
    expect(plans[0]!.buffers).toBeLessThan(200);
  }
});
