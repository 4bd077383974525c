import type { Task } from '@outcrop/contract';
import { formatNumber } from '../../components/format.ts';

type Counts = Task['counts'];

/** In display order. */
const reasons: Record<string, string> = {
  alreadyEnrolled: 'already enrolled',
  suppressed: 'do not contact',
  stopped: 'stopped before',
  unsubscribed: 'unsubscribed',
  noEmail: 'no email address',
  bounced: 'bounced',
  missingValues: 'missing values',
  missing: 'deleted',
};

/** "84 enrolled. 16 skipped: 9 already enrolled, 5 do not contact, 2 no email address". */
export function describeEnrollment(counts: Counts, verb: string): string {
  const skipped = Object.entries(reasons).flatMap(([name, label]) => {
    const count = counts[name] ?? 0;
    return count > 0 ? [{ count, label }] : [];
  });
  const summary = `${formatNumber(counts['enrolled'] ?? 0)} ${verb}`;
  if (skipped.length === 0) return summary;
  const total = skipped.reduce((sum, { count }) => sum + count, 0);
  const why =
    skipped.length === 1
      ? skipped[0]!.label
      : skipped.map(({ count, label }) => `${formatNumber(count)} ${label}`).join(', ');
  return `${summary}. ${formatNumber(total)} skipped: ${why}`;
}
