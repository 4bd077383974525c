import type { ManageResult } from '@outcrop/contract';
import type { ManageCall } from '../core/sign-in/call.ts';
import { creationPositionOf, pageOf } from '../platform/cursor.ts';
import { auditFilterOf, selectAuditEntries } from './audit-entries.sql.ts';

export async function getAudit({
  query,
  tx,
}: ManageCall<'getAudit'>): Promise<ManageResult<'getAudit'>> {
  const filter = auditFilterOf(query);
  const { rows: entries, nextCursor } = await pageOf(
    query,
    filter,
    (after, take) => selectAuditEntries(tx, filter, after, take),
    creationPositionOf,
  );
  return { entries, nextCursor };
}
