import type { OperationContext } from '../../platform/caller.ts';
import { endEnrollments, type StopStatus } from '../campaigns/end-enrollments.sql.ts';
import { lockProspects } from '../prospects/prospects.sql.ts';

/**
 * Ends all unfinished enrollments of these prospects. Locks the prospects first: this waits for an
 * email whose last line is being sent, and afterwards no other email leaves.
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
