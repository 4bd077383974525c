import type { OperationContext } from '../../platform/caller.ts';
import { endEnrollments, type StopStatus } from '../campaigns/stop-enrollments.sql.ts';
import { lockProspects } from '../prospects/prospects.sql.ts';

/**
 * Ends all enrollments of these prospects that still have emails to come. The prospects are locked
 * first: an email whose last line is being sent is waited for, and no other leaves afterwards.
 */
export async function stopEnrollments(
  { tx }: Pick<OperationContext, 'tx'>,
  { prospectIds }: { prospectIds: string[] },
  status: StopStatus,
): Promise<void> {
  if (prospectIds.length === 0) return;
  const locked = await lockProspects(tx, prospectIds);
  endEnrollments(
    tx,
    locked.map(({ id }) => id),
    status,
  );
}
