import { useDisabledReason } from '../../api/roles.ts';
import { formatNumber } from '../../components/format.ts';
import { formatCount } from '../../features/prospect/counts.ts';
import { maxEnriched, maxSelectedIds, maxTaskIds, type SelectedProspects } from './use-bulk.ts';

/** Why a bulk action is disabled, or null. */
export function useBulkDisabledReasons({ isAllMatching, ids, count }: SelectedProspects) {
  const role = useDisabledReason('member');
  const picked = (max: number) =>
    ids.size > max
      ? `You can select up to ${formatNumber(max)} prospects one by one. Select fewer, or all matching.`
      : null;
  const isTooMany = isAllMatching
    ? count.isCapped || count.count > maxEnriched
    : ids.size > maxEnriched;
  return {
    change: role ?? picked(maxSelectedIds),
    enroll: role ?? picked(maxTaskIds),
    export: role ?? picked(maxTaskIds),
    enrich:
      role ??
      (isTooMany
        ? `You can enrich up to ${maxEnriched} prospects at a time, and ${formatCount(count)} are selected.`
        : null),
  };
}
