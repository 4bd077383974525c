import type { ManageData } from '@outcrop/contract';
import { formatNumber } from '../../components/format.ts';

type Enrolled = ManageData<'postCampaignEnroll'>;
type Reason = NonNullable<Enrolled['results'][number]['reason']>;

/** The maximum of one request. */
const batchSize = 100;

export const toBatches = (ids: string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / batchSize) }, (_, index) =>
    ids.slice(index * batchSize, (index + 1) * batchSize),
  );

const reasons: Record<Reason, string> = {
  already_enrolled: 'already enrolled',
  suppressed: 'do not contact',
  unsubscribed: 'unsubscribed',
  no_email: 'no email',
  bounced: 'bounced',
};

const totalEnrolled = (responses: Enrolled[]): number =>
  responses.reduce((sum, { enrolled }) => sum + enrolled, 0);

export const hasEnrolled = (responses: Enrolled[]): boolean => totalEnrolled(responses) > 0;

/** "84 enrolled, 16 skipped: 9 already enrolled, 5 do not contact, 2 no email". */
export function describeEnrollment(responses: Enrolled[], verb: string): string {
  const results = responses.flatMap((response) => response.results);
  const enrolled = totalEnrolled(responses);
  const skipped = (Object.keys(reasons) as Reason[]).flatMap((reason) => {
    const count = results.filter((result) => result.reason === reason).length;
    return count > 0 ? [`${formatNumber(count)} ${reasons[reason]}`] : [];
  });
  const summary = `${formatNumber(enrolled)} ${verb}`;
  if (skipped.length === 0) return summary;
  return `${summary}, ${formatNumber(results.length - enrolled)} skipped: ${skipped.join(', ')}`;
}
