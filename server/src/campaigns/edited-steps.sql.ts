import type { CampaignStep } from '@outcrop/contract';
import { stepJson } from '../core/campaigns/campaign-steps.sql.ts';
import { sql, type Tx } from '../platform/db/index.ts';

export async function selectSteps(tx: Tx, campaignId: string): Promise<CampaignStep[]> {
  const rows = await tx.rows<{ step: CampaignStep }>(sql`
    select ${stepJson} as step
    from campaign_step
    where workspace_id = ${tx.workspaceId} and campaign_id = ${campaignId}
    order by position`);
  return rows.map(({ step }) => step);
}

export async function selectRemovedStepIds(tx: Tx, campaignId: string): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>(sql`
    select id from removed_step
    where workspace_id = ${tx.workspaceId} and campaign_id = ${campaignId}`);
  return new Set(rows.map(({ id }) => id));
}

/** Stores the steps. `removed` has the id of the next email for each removed step. */
export function replaceSteps(
  tx: Tx,
  campaignId: string,
  { steps, removed }: { steps: CampaignStep[]; removed: Map<string, string | null> },
): void {
  const rows = steps.map((step, index) => ({ position: index + 1, ...toRow(step) }));
  tx.defer(sql`
    with removed as (
      delete from campaign_step
      where workspace_id = ${tx.workspaceId} and campaign_id = ${campaignId} and position > ${rows.length})
    insert into campaign_step (workspace_id, campaign_id, position, id, kind, subject, body, format,
                               alternatives, wait_days, working_days)
    select ${tx.workspaceId}, ${campaignId}, position, id, kind, subject, body, format, alternatives,
           wait_days, working_days
    from json_populate_recordset(null::campaign_step, ${JSON.stringify(rows)})
    on conflict (workspace_id, campaign_id, position) do update
    set id = excluded.id, kind = excluded.kind, subject = excluded.subject, body = excluded.body,
        format = excluded.format, alternatives = excluded.alternatives, wait_days = excluded.wait_days,
        working_days = excluded.working_days`);
  tx.defer(sql`
    delete from removed_step
    where workspace_id = ${tx.workspaceId} and campaign_id = ${campaignId}
      and id = any(${steps.map(({ id }) => id)}::uuid[])`);
  if (removed.size === 0) return;
  tx.defer(sql`
    insert into removed_step (workspace_id, campaign_id, id, next_id)
    select ${tx.workspaceId}, ${campaignId}, id, next_id
    from unnest(${[...removed.keys()]}::uuid[], ${[...removed.values()]}::uuid[]) as step (id, next_id)
    on conflict (workspace_id, campaign_id, id) do update set next_id = excluded.next_id`);
}

const toRow = (step: CampaignStep) =>
  step.kind === 'email'
    ? { ...step, working_days: false }
    : {
        id: step.id,
        kind: step.kind,
        format: 'text',
        alternatives: [],
        wait_days: step.days,
        working_days: step.workingDays,
      };
