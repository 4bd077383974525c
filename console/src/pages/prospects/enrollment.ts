import type { ManageData } from '@outcrop/contract';

type Enrolled = ManageData<'postCampaignEnroll'>;
type Reason = NonNullable<Enrolled['results'][number]['reason']>;

/** As many as one call takes. */
const perCall = 100;

export const inCalls = (ids: string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / perCall) }, (_, place) =>
    ids.slice(place * perCall, (place + 1) * perCall),
  );

const reasons: Record<Reason, string> = {
  already_enrolled: 'already in',
  suppressed: 'do not contact',
  unsubscribed: 'unsubscribed',
  no_email: 'no e-mail',
  bounced: 'bounced',
};

const enrolledOf = (answers: Enrolled[]): number =>
  answers.reduce((sum, { enrolled }) => sum + enrolled, 0);

export const isAnyoneEnrolled = (answers: Enrolled[]): boolean => enrolledOf(answers) > 0;

/** "84 enrolled, 16 skipped: 9 already in, 5 do not contact, 2 no e-mail". */
export function enrolledInWords(answers: Enrolled[], verb: string): string {
  const results = answers.flatMap((answer) => answer.results);
  const number = (value: number) => value.toLocaleString('en');
  const enrolled = enrolledOf(answers);
  const skipped = (Object.keys(reasons) as Reason[]).flatMap((reason) => {
    const count = results.filter((result) => result.reason === reason).length;
    return count > 0 ? [`${number(count)} ${reasons[reason]}`] : [];
  });
  const whole = `${number(enrolled)} ${verb}`;
  if (skipped.length === 0) return whole;
  return `${whole}, ${number(results.length - enrolled)} skipped: ${skipped.join(', ')}`;
}
