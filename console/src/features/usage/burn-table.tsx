import { DataTable } from '../../components/data-table.tsx';
import { formatDay, formatNumber } from '../../components/format.ts';
import type { Burn } from './burn.ts';

/** The chart's figures, newest first. */
export const BurnTable = ({ burn }: { burn: Burn }) => (
  <DataTable
    label={`Daily ${burn.subject}`}
    rows={burn.days.toReversed()}
    keyOf={({ day }) => day}
    columns={[
      { title: 'Day (UTC)', grow: true, cell: ({ day }) => formatDay(day) },
      { title: 'Used', align: 'end', cell: ({ used }) => formatNumber(used) },
      { title: 'So far', align: 'end', cell: ({ soFar }) => formatNumber(soFar) },
      {
        title: 'Left',
        align: 'end',
        cell: ({ soFar }) => formatNumber(Math.max(0, burn.allowance - soFar)),
      },
    ]}
  />
);
