import type { EnrichMode, EnrichmentReason } from '@outcrop/contract';
import { sql, type Tx } from '../../platform/db/index.ts';
import { nextUpdatedAt } from './prospects.sql.ts';

/** Why work failed: a stable code, and a sentence for users. */
export interface EnrichmentFailure {
  reason: EnrichmentReason;
  message: string;
}

export type ShownEnrichmentStatus = 'queued' | 'running' | 'enriched' | 'failed';

/** Not an edit by a user, so `updated_at` stays. */
export function setEnrichmentStatus(
  tx: Tx,
  prospectIds: string[],
  status: ShownEnrichmentStatus,
): void {
  if (prospectIds.length === 0) return;
  tx.defer(sql`
    update prospect set enrichment_status = ${status}
    where workspace_id = ${tx.workspaceId} and id = any(${prospectIds}::uuid[])
      and enrichment_status <> ${status}`);
}

export interface StoredFindings {
  enrichment: object | null;
  firstTouchLine: string | null;
}

export async function selectStoredFindings(tx: Tx, prospectId: string): Promise<StoredFindings> {
  const [stored] = await tx.rows<StoredFindings>(sql`
    select enrichment, first_touch_line as "firstTouchLine" from prospect
    where workspace_id = ${tx.workspaceId} and id = ${prospectId}`);
  return stored!;
}

/** Writes why enrichment failed. Not an edit by a user, so `updated_at` stays. */
export function setEnrichmentErrors(
  tx: Tx,
  failed: { prospectId: string; mode: EnrichMode }[],
  why: EnrichmentFailure,
): void {
  if (failed.length === 0) return;
  tx.defer(sql`
    update prospect p
    set enrichment_error = coalesce(p.enrichment_error, '{}') || failed.error
    from (select "prospectId", jsonb_object_agg(mode, jsonb_build_object(
                   'reason', ${why.reason}::text, 'message', ${why.message}::text,
                   'failedAt', to_char(now()::timestamptz(3) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) as error
          from json_to_recordset(${JSON.stringify(failed)}) as failed ("prospectId" uuid, mode text)
          group by 1) as failed
    where p.workspace_id = ${tx.workspaceId} and p.id = failed."prospectId"`);
}

/** Null leaves a column as it is. Clears an earlier error of the same mode. */
export function updateFindings(
  tx: Tx,
  prospectId: string,
  mode: EnrichMode,
  { enrichment, firstTouchLine }: StoredFindings,
): void {
  tx.defer(sql`
    update prospect p
    set enrichment = coalesce(${enrichment && JSON.stringify(enrichment)}::jsonb, enrichment),
        first_touch_line = coalesce(${firstTouchLine}, first_touch_line),
        enrichment_error = nullif(enrichment_error - ${mode}::text, '{}'),
        updated_at = ${nextUpdatedAt()}
    where workspace_id = ${tx.workspaceId} and id = ${prospectId}`);
}

/** Fills only what the kept prospect lacks. Its own enrichment in progress continues. */
export function mergeFindings(tx: Tx, mergeId: string, keepId: string): void {
  tx.defer(sql`
    update prospect k
    set first_touch_line = coalesce(k.first_touch_line, m.first_touch_line),
        enrichment = coalesce(k.enrichment, m.enrichment),
        enrichment_error = nullif(k.enrichment_error
          - case when k.enrichment is null and m.enrichment is not null then 'enrich_only' else '' end
          - case when k.first_touch_line is null and m.first_touch_line is not null then 'personalized_line' else '' end,
          '{}'),
        enrichment_status = case
          when k.enrichment is null and m.enrichment is not null and k.enrichment_status in ('none', 'failed')
          then 'enriched' else k.enrichment_status end,
        updated_at = ${nextUpdatedAt(sql`k`)}
    from prospect m
    where k.workspace_id = ${tx.workspaceId} and k.id = ${keepId}
      and m.workspace_id = ${tx.workspaceId} and m.id = ${mergeId}
      and (k.first_touch_line is null and m.first_touch_line is not null
           or k.enrichment is null and m.enrichment is not null)`);
}
