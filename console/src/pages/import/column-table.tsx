import { NativeSelect } from '@mantine/core';
import type { ImportColumn } from '@outcrop/contract';
import { DataTable } from '../../parts/data-table.tsx';
import { type PersonField, personFieldNames } from '../../parts/person.ts';
import classes from './import.module.css';
import type { Held } from './mapping.ts';

interface Props {
  columns: ImportColumn[];
  held: Held;
  onChange: (held: Held) => void;
}

const fields = Object.entries(personFieldNames) as [PersonField, string][];

/** The columns of a file with their first values, and for each a choice of what it holds. */
export function ColumnTable({ columns, held, onChange }: Props) {
  const rows = columns.map((column, place) => ({ ...column, place }));
  /** A field that another column holds cannot be chosen before that one has given it up. */
  const choicesFor = (place: number) => [
    { value: '', label: 'Leave it out' },
    ...fields.map(([value, label]) => {
      const holder = held.indexOf(value);
      const isFree = holder === -1 || holder === place;
      return isFree
        ? { value, label }
        : { value, label: `${label} (in ${columns[holder]!.name})`, disabled: true };
    }),
  ];
  return (
    <DataTable
      label="Columns of the file"
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { title: 'Column', cell: ({ name }) => <strong title={name}>{name}</strong> },
        {
          title: 'First values',
          grow: true,
          cell: ({ sample }) => (
            <span className={classes.sample}>
              {sample.join(' · ') || 'nothing in the first rows'}
            </span>
          ),
        },
        {
          title: 'Holds',
          cell: ({ name, place }) => (
            <NativeSelect
              className={classes.choice}
              aria-label={`What ${name} holds`}
              data={choicesFor(place)}
              value={held[place] ?? ''}
              onChange={({ currentTarget: { value } }) =>
                onChange(held.with(place, value === '' ? null : (value as PersonField)))
              }
            />
          ),
        },
      ]}
    />
  );
}
