import { sql, type Tx } from '../../platform/db/index.ts';
import type { RemovedStep, SequenceStep } from './step-rules.ts';

export interface Sequence {
  steps: SequenceStep[];
  removed: RemovedStep[];
}

/** The steps of campaigns in their present order, and where people continue whose step was removed. */
export async function selectSequences(
  tx: Tx,
  campaignIds: string[],
): Promise<Map<string, Sequence>> {
  const [steps, removed] = await Promise.all([
    tx.rows<SequenceStep & { campaignId: string }>(sql`
      select campaign_id as "campaignId", id, kind, subject, body, format, alternatives,
             wait_days as "waitDays", working_days as "workingDays"
      from campaign_step
      where workspace_id = ${tx.workspaceId} and campaign_id = any(${campaignIds}::uuid[])
      order by campaign_id, position`),
    tx.rows<RemovedStep & { campaignId: string }>(sql`
      select campaign_id as "campaignId", id, next_id as "nextId" from removed_step
      where workspace_id = ${tx.workspaceId} and campaign_id = any(${campaignIds}::uuid[])`),
  ]);
  const stepsOf = Map.groupBy(steps, ({ campaignId }) => campaignId);
  const removedOf = Map.groupBy(removed, ({ campaignId }) => campaignId);
  return new Map(
    campaignIds.map((id) => [
      id,
      { steps: stepsOf.get(id) ?? [], removed: removedOf.get(id) ?? [] },
    ]),
  );
}
