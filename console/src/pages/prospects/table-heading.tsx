// biome-ignore-all lint/a11y/useSemanticElements: rows are positioned absolutely, which table rows cannot be.
// biome-ignore-all lint/a11y/useFocusableInteractive: the buttons in headings are focusable.

import { memo, type ReactNode, useEffect, useRef } from 'react';
import { SortButton } from '../../components/sort-button.tsx';
import { ColumnResize } from './column-resize.tsx';
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
      {[nameColumn, ...columns].map(({ key, title, sort: field }) =>
        field && !isCards ? (
          <SortableHeading key={key} {...{ title, field, sort, onSort }}>
            <ColumnResize column={key} />
          </SortableHeading>
        ) : (
          <div key={key} role="columnheader">
            {title}
            {!isCards && <ColumnResize column={key} />}
          </div>
        ),
      )}
    </div>
  </div>
));

const nameColumn: Pick<TableColumn, 'key' | 'title' | 'sort'> = {
  key: 'name',
  title: 'Name',
  sort: 'name',
};

function SortableHeading({
  title,
  field,
  sort,
  onSort,
  children,
}: SortProps & { title: string; field: SortField; children: ReactNode }) {
  const order = sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : undefined;
  const next = nextSort(field, sort);
  return (
    <div role="columnheader" className={classes.sortable} aria-sort={order}>
      <SortButton order={order} next={sortNames[next]} onClick={() => onSort(next)}>
        {title}
      </SortButton>
      {children}
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
