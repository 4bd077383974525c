import { NativeSelect } from '@mantine/core';
import type { ImportColumn } from '@outcrop/contract';
import { DataTable } from '../../components/data-table.tsx';
import { fieldNames, type ProspectField } from '../../features/prospect/fields.ts';
import classes from './import.module.css';
import type { ColumnMapping } from './mapping.ts';

interface Props {
  columns: ImportColumn[];
  mapping: ColumnMapping;
  onChange: (mapping: ColumnMapping) => void;
}

const fields = Object.entries(fieldNames) as [ProspectField, string][];

export function ColumnTable({ columns, mapping, onChange }: Props) {
  const rows = columns.map((column, index) => ({ ...column, index }));
  /** A field that another column uses is disabled. */
  const optionsFor = (index: number) => [
    { value: '', label: 'Don’t import' },
    ...fields.map(([value, label]) => {
      const usedBy = mapping.indexOf(value);
      const isFree = usedBy === -1 || usedBy === index;
      return isFree
        ? { value, label }
        : { value, label: `${label} (used by ${columns[usedBy]!.name})`, disabled: true };
    }),
  ];
  return (
    <DataTable
      label="File columns"
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { title: 'Column', cell: ({ name }) => <strong title={name}>{name}</strong> },
        {
          title: 'Sample values',
          grow: true,
          cell: ({ sample }) => (
            <span className={classes.sample}>
              {sample.join(' · ') || 'Empty in the first rows'}
            </span>
          ),
        },
        {
          title: 'Field',
          cell: ({ name, index }) => (
            <NativeSelect
              className={classes.choice}
              aria-label={`Field for ${name}`}
              data={optionsFor(index)}
              value={mapping[index] ?? ''}
              onChange={({ currentTarget: { value } }) =>
                onChange(mapping.with(index, value === '' ? null : (value as ProspectField)))
              }
            />
          ),
        },
      ]}
    />
  );
}
