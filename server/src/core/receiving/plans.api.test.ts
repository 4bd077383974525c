import { beforeAll, expect, test } from 'vitest';
import { explainStatements, type QueryPlan } from '../../../test/plans/explain-statements.ts';
import { blankSearch } from '../../../test/prospects/blank-search.ts';
import { receivedMessage, receivingClient } from '../../../test/receiving/receiving-client.ts';
import { testService } from '../../../test/service.ts';
import { sql } from '../../platform/db/index.ts';

const service = await testService();
const client = await receivingClient(service);
const { id: workspaceId } = client.workspace;
const count = 20_000;

beforeAll(async () => {
  const { campaignId } = await client.campaign();
  await service.owner.transaction(workspaceId, async (tx) => {
    await tx.run(sql`
      insert into prospect (workspace_id, id, email, email_key, source_type, ${blankSearch.columns})
      select ${workspaceId}, md5('p' || n)::uuid, 'p@d' || n || '.example', 'p@d' || n || '.example', 'manual',
             ${blankSearch.values}
      from generate_series(1, ${count}::int) as n`);
    await tx.run(sql`
      insert into enrollment (workspace_id, campaign_id, prospect_id, due_at)
      select ${workspaceId}, ${campaignId}, md5('p' || n)::uuid, now() from generate_series(1, ${count}::int) as n`);
    await tx.run(sql`analyze prospect, enrollment`);
  });
});

const isBig = (table: string) => /^(prospect|enrollment)$/.test(table);
const report = (plans: QueryPlan[]) => JSON.stringify(plans, null, 1);

test.each([false, true])(
  'a reply among 20,000 prospects reads few pages; it stops the company: %s',
  async (stops) => {
    await client.rows(sql`
    insert into mail_settings (workspace_id, stop_company_on_reply) values (${workspaceId}, ${stops})
    on conflict (workspace_id) do update set stop_company_on_reply = excluded.stop_company_on_reply`);
    const address = `p@d${stops ? 7 : 8}.example`;
    const plans = await explainStatements(client.db, workspaceId, (tx) =>
      client.receiveIn(tx, receivedMessage({ from: { name: 'P', address } })),
    );
    expect(plans.flatMap(({ scanned }) => scanned).filter(isBig), report(plans)).toEqual([]);
    expect(Math.max(...plans.map(({ buffers }) => buffers)), report(plans)).toBeLessThan(200);
  },
);
