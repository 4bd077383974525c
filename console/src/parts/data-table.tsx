import { VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useKey } from '../shell/keys.ts';
import classes from './data-table.module.css';
import { LoadMore, type MorePages } from './load-more.tsx';

interface Column<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
  /** Numbers and times stand at the right; `grow` takes the room that is left. */
  align?: 'end';
  grow?: boolean;
  /** The title is said, but not shown: for buttons that speak for themselves. */
  untitled?: boolean;
}

interface Props<Row> {
  /** What the table lists, for those who cannot see it. */
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string;
  /** Opens a row, with a click, or with Enter where j and k have led. */
  onOpen?: (row: Row) => void;
  more?: MorePages;
}

/** A table; where there is no room for its columns, each row becomes a card. */
export function DataTable<Row>({ label, columns, rows, keyOf, onOpen, more }: Props<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const step = (by: number) => {
    const all = [...(body.current?.rows ?? [])];
    const at = all.indexOf(document.activeElement?.closest('tr') as HTMLTableRowElement);
    all[Math.min(Math.max(at + by, 0), all.length - 1)]?.focus();
  };
  useKey('j', 'Next row', () => step(1));
  useKey('k', 'Previous row', () => step(-1));

  const openable = (row: Row) =>
    onOpen && {
      'data-openable': true,
      onClick: () => onOpen(row),
      onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
        event.preventDefault();
        onOpen(row);
      },
    };

  return (
    <>
      <div className={classes.frame}>
        <table className={classes.table} aria-label={label}>
          <thead className={classes.head}>
            <tr>
              {columns.map(({ title, align, grow, untitled }) => (
                <th key={title} data-align={align} data-grow={grow}>
                  {untitled ? <VisuallyHidden>{title}</VisuallyHidden> : title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map((row) => (
              <tr key={keyOf(row)} tabIndex={-1} {...openable(row)}>
                {columns.map(({ title, cell, align, grow, untitled }) => (
                  <td
                    key={title}
                    data-align={align}
                    data-grow={grow}
                    data-label={untitled ? '' : title}
                  >
                    <div className={classes.value}>{cell(row)}</div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more && <LoadMore shown={rows.length} pages={more} />}
    </>
  );
}
