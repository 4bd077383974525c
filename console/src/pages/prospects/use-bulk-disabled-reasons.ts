import { useDisabledReason } from '../../api/roles.ts';
import { maxSelectedIds, type Selected } from './use-bulk.ts';

const maxEnriched = 100;

/** Why a bulk action is disabled, or null. */
export function useBulkDisabledReasons({ isAllMatching, ids }: Selected) {
  const role = useDisabledReason('member');
  const limit = (max: number, verb: string) =>
    `To ${verb} prospects, select up to ${max} one by one.`;
  return {
    change:
      role ??
      (ids.size > maxSelectedIds
        ? `You can select up to ${maxSelectedIds} prospects one by one. Select fewer, or all matching.`
        : null),
    enroll:
      role ?? (isAllMatching || ids.size > maxSelectedIds ? limit(maxSelectedIds, 'enroll') : null),
    enrich: role ?? (isAllMatching || ids.size > maxEnriched ? limit(maxEnriched, 'enrich') : null),
  };
}
