import { afterAll, beforeAll, expect, test } from 'vitest';
import { explainStatements, type QueryPlan } from '../../test/plans/explain-statements.ts';
import { blankSearch } from '../../test/prospects/blank-search.ts';
import { claimDeps, mailWorkspace } from '../../test/sending/mail-workspace.ts';
import { testService } from '../../test/service.ts';
import { Database, sql } from '../platform/db/index.ts';
import { claimCampaignEmail } from './claim-next.ts';

const service = await testService();
const { owner } = service;
const app = new Database({
  url: service.database.appUrl,
  poolSize: 4,
  timeouts: { statementMs: 60_000, lockMs: 2_000 },
  inBackground: true,
});
afterAll(() => app.close());

const monday = new Date('2026-01-05T10:00Z');
const { id: workspaceId } = await service.workspace();
const mail = mailWorkspace(owner, app, workspaceId);
const mailboxes = await Promise.all(
  Array.from({ length: 10 }, () => mail.mailbox({ syncedAt: monday })),
);
const idleMailbox = await mail.mailbox({ syncedAt: monday });
const count = 50_000;

beforeAll(async () => {
  const { id: campaignId, stepIds } = await mail.campaign({ steps: ['One', 3, 'Two'], mailboxes });
  await owner.transaction(workspaceId, async (tx) => {
    for (let from = 0; from < count; from += 50_000)
      await tx.run(sql`
        insert into prospect (workspace_id, id, email, email_key, source_type, ${blankSearch.columns})
        select ${workspaceId}, md5('p' || n)::uuid, 'p@d' || n || '.example', 'p@d' || n || '.example', 'manual',
               ${blankSearch.values}
        from generate_series(${from}::int, ${from + 49_999}::int) as n`);
    // Four in five are overdue; a third of all are follow-ups.
    for (let from = 0; from < count; from += 50_000)
      await tx.run(sql`
        insert into enrollment
          (workspace_id, campaign_id, prospect_id, due_at, mailbox_id, step_id, last_sent_at)
        select ${workspaceId}, ${campaignId}, md5('p' || n)::uuid,
               ${monday}::timestamptz + make_interval(mins => case when n % 5 = 0 then n else -n end),
               case when n % 3 = 0 then (${mailboxes}::uuid[])[1 + n % 10] end,
               case when n % 3 = 0 then ${stepIds[2]}::uuid end,
               case when n % 3 = 0 then ${monday}::timestamptz - interval '9 days' end
        from generate_series(${from}::int, ${from + 49_999}::int) as n`);
    await tx.run(sql`analyze prospect, enrollment, campaign, campaign_mailbox, outbound_message`);
  });
});

const isBig = (table: string) => /^(prospect|enrollment)$/.test(table);
const report = (plans: QueryPlan[]) => JSON.stringify(plans, null, 1);

test.each([
  ['a follow-up', mailboxes[1]!, monday],
  ['a first email, while the inbox was not read,', mailboxes[1]!, new Date('2026-01-05T11:00Z')],
  ['a first email', mailboxes[0]!, monday],
  ['nothing', idleMailbox, monday],
])('%s is found among many enrollments by index', async (_, mailboxId, at) => {
  const plans = await explainStatements(app, workspaceId, (tx) =>
    claimCampaignEmail(tx, { mailboxId, leaseId: mailboxId, at, random: () => 0 }, claimDeps),
  );
  expect(plans.flatMap(({ scanned }) => scanned).filter(isBig), report(plans)).toEqual([]);
  expect(Math.max(...plans.map(({ buffers }) => buffers)), report(plans)).toBeLessThan(400);
});
