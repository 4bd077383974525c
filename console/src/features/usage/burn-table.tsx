import { DataTable } from '../../components/data-table.tsx';
import { type Burn, dayName } from './burn.ts';

const number = (value: number) => value.toLocaleString('en');

/** The chart's figures, newest first. */
export const BurnTable = ({ burn }: { burn: Burn }) => (
  <DataTable
    label={`Daily ${burn.subject}`}
    rows={burn.days.toReversed()}
    keyOf={({ day }) => day}
    columns={[
      { title: 'Day (UTC)', grow: true, cell: ({ day }) => dayName(day) },
      { title: 'Used', align: 'end', cell: ({ used }) => number(used) },
      { title: 'So far', align: 'end', cell: ({ soFar }) => number(soFar) },
      {
        title: 'Left',
        align: 'end',
        cell: ({ soFar }) => number(Math.max(0, burn.allowance - soFar)),
      },
    ]}
  />
);
