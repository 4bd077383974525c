import type { CampaignStep } from '@outcrop/contract';
import { type Sql, sql, type Tx } from '../../platform/db/index.ts';
import type { CampaignSequence } from './step-rules.ts';

/** A step of `campaign_step`, as the API returns it. */
export const stepJson: Sql = sql`
  case kind
    when 'email' then json_build_object('id', id, 'kind', kind, 'subject', subject, 'body', body,
                                        'format', format, 'alternatives', alternatives)
    else json_build_object('id', id, 'kind', kind, 'days', wait_days, 'workingDays', working_days)
  end`;

/** The steps of several campaigns, by campaign. */
export async function selectSequences(
  tx: Tx,
  campaignIds: string[],
): Promise<Map<string, CampaignSequence>> {
  const rows = await tx.rows<{
    id: string;
    steps: CampaignStep[];
    removed: Record<string, string | null>;
  }>(sql`
    select c.id,
           (select coalesce(json_agg(${stepJson} order by position), '[]') from campaign_step
            where workspace_id = ${tx.workspaceId} and campaign_id = c.id) as steps,
           (select coalesce(json_object_agg(id, next_id), '{}') from removed_step
            where workspace_id = ${tx.workspaceId} and campaign_id = c.id) as removed
    from unnest(${campaignIds}::uuid[]) as c (id)`);
  return new Map(
    rows.map(({ id, steps, removed }) => [
      id,
      { steps, removed: new Map(Object.entries(removed)) },
    ]),
  );
}

export async function campaignExists(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    select from campaign where workspace_id = ${tx.workspaceId} and id = ${id}`);
  return rows.length > 0;
}
