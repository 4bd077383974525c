import { useReasonAgainst } from '../../api/roles.ts';
import { mostByIds, type Selected } from './use-bulk.ts';

const mostEnriched = 100;

/** Why something cannot be done to those who are selected; null where it can. */
export function useReasons({ everyone, ids }: Selected) {
  const role = useReasonAgainst('member');
  const upTo = (most: number, what: string) =>
    `Up to ${most} people are ${what} at once. Select fewer of them, one by one.`;
  return {
    change:
      role ??
      (ids.size > mostByIds
        ? `Up to ${mostByIds} people can be picked one by one. Select all matching, or fewer.`
        : null),
    enroll: role ?? (everyone || ids.size > mostByIds ? upTo(mostByIds, 'enrolled') : null),
    enrich: role ?? (everyone || ids.size > mostEnriched ? upTo(mostEnriched, 'enriched') : null),
  };
}
