// biome-ignore-all lint/a11y/useSemanticElements: rows are positioned absolutely, which table rows cannot be.
// biome-ignore-all lint/a11y/useFocusableInteractive: the buttons in headings are focusable.

import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { memo, useEffect, useRef } from 'react';
import { sortNames } from './prospect-labels.ts';
import classes from './prospect-table.module.css';
import { nextSort, type ProspectSort, type SortField } from './search.ts';
import { noneSelected, type Selection, selectAllState, selectIds } from './selection.ts';
import type { TableColumn } from './table-columns.tsx';

interface SelectAllProps {
  selection: Selection;
  ids: string[];
  onSelect: (selection: Selection) => void;
}

interface SortProps {
  sort: ProspectSort;
  onSort: (sort: ProspectSort) => void;
}

interface Props extends SelectAllProps, SortProps {
  columns: TableColumn[];
  isCards: boolean;
}

/** Memoized, because it counts the selection among all loaded rows. */
export const TableHeading = memo(({ columns, isCards, sort, onSort, ...selectAll }: Props) => (
  <div role="rowgroup" className={classes.head}>
    <div role="row" aria-rowindex={1} className={classes.heading}>
      <div role="columnheader">
        <SelectAllLoaded {...selectAll} />
        {isCards && <SortChoice sort={sort} onSort={onSort} />}
      </div>
      {[nameColumn, ...columns].map(({ title, sort: field }) =>
        field && !isCards ? (
          <SortableHeading key={title} {...{ title, field, sort, onSort }} />
        ) : (
          <div key={title} role="columnheader">
            {title}
          </div>
        ),
      )}
    </div>
  </div>
));

const nameColumn: Pick<TableColumn, 'title' | 'sort'> = { title: 'Name', sort: 'name' };

function SortableHeading({
  title,
  field,
  sort,
  onSort,
}: SortProps & { title: string; field: SortField }) {
  const order = sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : undefined;
  const Arrow = order === 'descending' ? IconArrowDown : IconArrowUp;
  return (
    <div role="columnheader" className={classes.sortable} aria-sort={order}>
      <button
        type="button"
        className={classes.sort}
        title={`Sort: ${sortNames[nextSort(field, sort)]}`}
        onClick={() => onSort(nextSort(field, sort))}
      >
        <span>{title}</span>
        <Arrow size={14} aria-hidden data-shown={order !== undefined || undefined} />
      </button>
    </div>
  );
}

/** On cards, which have no headings. */
const SortChoice = ({ sort, onSort }: SortProps) => (
  <select
    className={classes.sortChoice}
    aria-label="Sort"
    value={sort}
    onChange={(event) => onSort(event.currentTarget.value as ProspectSort)}
  >
    {Object.entries(sortNames).map(([value, label]) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </select>
);

function SelectAllLoaded({ selection, ids, onSelect }: SelectAllProps) {
  const box = useRef<HTMLInputElement>(null);
  const state = selectAllState(selection, ids);
  useEffect(() => {
    box.current!.indeterminate = state === 'some';
  }, [state]);
  return (
    <label className={classes.selectAll}>
      <input
        ref={box}
        type="checkbox"
        aria-label="Select all loaded"
        checked={state === 'all'}
        onChange={() => onSelect(state === 'all' ? noneSelected : selectIds(ids))}
      />
      <span aria-hidden>Select all</span>
    </label>
  );
}
