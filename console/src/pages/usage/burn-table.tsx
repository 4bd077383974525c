import { DataTable } from '../../parts/data-table.tsx';
import { type Burn, dayName } from './burn.ts';

const number = (value: number) => value.toLocaleString('en');

/** The figures of the chart, the latest day first. */
export const BurnTable = ({ burn }: { burn: Burn }) => (
  <DataTable
    label={`The month’s ${burn.subject}, by day`}
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
