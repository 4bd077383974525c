import type { ManageData } from '@outcrop/contract';
import { formatNumber } from '../../components/format.ts';
import { DayBars } from './day-bars.tsx';
import { emailsHeadline } from './headlines.ts';

/** Emails by day, with the replies in front of them. */
export const EmailsChart = ({ days }: ManageData<'getNumbers'>) => (
  <DayBars
    label={`${emailsHeadline(days)}.`}
    days={days.map(({ day, sent, replied }) => ({
      ...{ day, count: Math.max(sent, replied), part: replied },
      text: `${formatNumber(sent)} sent, ${formatNumber(replied)} replies`,
    }))}
  />
);
