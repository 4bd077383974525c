import { VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useKey } from '../browser/keys.ts';
import classes from './data-table.module.css';
import { LoadMore, type MorePages } from './load-more.tsx';
import { SortButton, type SortOrder } from './sort-button.tsx';

interface Column<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
  align?: 'end';
  grow?: boolean;
  /** Shows the title only to screen readers. */
  hideTitle?: boolean;
  /** Makes the title a button that sorts. `next` says what it does. */
  sort?: { order: SortOrder | undefined; next: string; onSort: () => void };
}

interface Props<Row> {
  /** For screen readers. */
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string;
  /** Called on a click on the row, or on Enter while it has the focus. */
  onOpen?: (row: Row) => void;
  more?: MorePages;
}

/** On narrow screens each row becomes a card. */
export function DataTable<Row>({ label, columns, rows, keyOf, onOpen, more }: Props<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const moveFocus = (by: number) => {
    const rowElements = [...(body.current?.rows ?? [])];
    const current = rowElements.indexOf(
      document.activeElement?.closest('tr') as HTMLTableRowElement,
    );
    rowElements[Math.min(Math.max(current + by, 0), rowElements.length - 1)]?.focus();
  };
  useKey('j', 'Next row', () => moveFocus(1));
  useKey('k', 'Previous row', () => moveFocus(-1));

  const openProps = (row: Row) =>
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
              {columns.map(({ title, align, grow, hideTitle, sort }) => (
                <th
                  key={title}
                  data-align={align}
                  data-grow={grow}
                  data-sortable={sort !== undefined || undefined}
                  aria-sort={sort?.order}
                >
                  {hideTitle && <VisuallyHidden>{title}</VisuallyHidden>}
                  {sort && (
                    <SortButton order={sort.order} next={sort.next} onClick={sort.onSort}>
                      {title}
                    </SortButton>
                  )}
                  {!hideTitle && !sort && title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map((row) => (
              <tr key={keyOf(row)} tabIndex={-1} {...openProps(row)}>
                {columns.map(({ title, cell, align, grow, hideTitle }) => (
                  <td
                    key={title}
                    data-align={align}
                    data-grow={grow}
                    data-label={hideTitle ? '' : title}
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
