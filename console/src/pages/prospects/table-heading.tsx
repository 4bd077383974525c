// biome-ignore-all lint/a11y/useSemanticElements: rows are positioned absolutely, which table rows cannot be.
// biome-ignore-all lint/a11y/useFocusableInteractive: headings are not interactive.

import { memo, useEffect, useRef } from 'react';
import classes from './prospect-table.module.css';
import { noneSelected, type Selection, selectAllState, selectIds } from './selection.ts';
import type { TableColumn } from './table-columns.tsx';

interface Props {
  columns: TableColumn[];
  selection: Selection;
  ids: string[];
  onSelect: (selection: Selection) => void;
}

/** Memoized, because it counts the selection among all loaded rows. */
export const TableHeading = memo(({ columns, ...selectAll }: Props) => (
  <div role="rowgroup" className={classes.head}>
    <div role="row" aria-rowindex={1} className={classes.heading}>
      <div role="columnheader">
        <SelectAllLoaded {...selectAll} />
      </div>
      {['Name', ...columns.map(({ title }) => title)].map((title) => (
        <div key={title} role="columnheader">
          {title}
        </div>
      ))}
    </div>
  </div>
));

function SelectAllLoaded({ selection, ids, onSelect }: Omit<Props, 'columns'>) {
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
