import type { ManageData } from '@outcrop/contract';
import { formatNumber } from '../../components/format.ts';
import { DayBars } from './day-bars.tsx';
import { addedHeadline } from './headlines.ts';

export const AddedChart = ({ days }: { days: ManageData<'getUsage'>['imports'] }) => (
  <DayBars
    label={`${addedHeadline(days)}.`}
    days={days.map((each) => ({ ...each, text: formatNumber(each.count) }))}
  />
);
