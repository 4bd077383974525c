// biome-ignore-all lint/a11y/useSemanticElements: each row is placed by itself, which rows of a table element cannot be.
// biome-ignore-all lint/a11y/useFocusableInteractive: nothing is done with a heading.

import { memo, useEffect, useRef } from 'react';
import type { PeopleColumn } from './people-columns.tsx';
import classes from './people-table.module.css';
import { nobody, ofAllSeen, type Selection, these } from './selection.ts';

interface Props {
  columns: PeopleColumn[];
  selection: Selection;
  seen: string[];
  onSelect: (selection: Selection) => void;
}

/** It counts who is selected of all that were read, and so rests while someone scrolls. */
export const PeopleHeading = memo(({ columns, ...seen }: Props) => (
  <div role="rowgroup" className={classes.head}>
    <div role="row" aria-rowindex={1} className={classes.heading}>
      <div role="columnheader">
        <SelectSeen {...seen} />
      </div>
      {['Name', ...columns.map(({ title }) => title)].map((title) => (
        <div key={title} role="columnheader">
          {title}
        </div>
      ))}
    </div>
  </div>
));

/** The box above the rows: everyone who was read so far, or nobody. */
function SelectSeen({ selection, seen, onSelect }: Omit<Props, 'columns'>) {
  const box = useRef<HTMLInputElement>(null);
  const state = ofAllSeen(selection, seen);
  useEffect(() => {
    box.current!.indeterminate = state === 'some';
  }, [state]);
  return (
    <label className={classes.seen}>
      <input
        ref={box}
        type="checkbox"
        aria-label="Select everyone loaded so far"
        checked={state === 'all'}
        onChange={() => onSelect(state === 'all' ? nobody : these(seen))}
      />
      <span aria-hidden>Select all</span>
    </label>
  );
}
