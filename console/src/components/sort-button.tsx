import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import classes from './sort-button.module.css';

export type SortOrder = 'ascending' | 'descending';

interface Props {
  /** The current order by this column, if it is the one that sorts the table. */
  order: SortOrder | undefined;
  /** What a click does, such as "Most people first". */
  next: string;
  onClick: () => void;
  /** The title of the column. */
  children: string;
}

/** The heading of a column that sorts the table. Its cell has `aria-sort`. */
export function SortButton({ order, next, onClick, children }: Props) {
  const Arrow = order === 'descending' ? IconArrowDown : IconArrowUp;
  return (
    <button type="button" className={classes.sort} title={`Sort: ${next}`} onClick={onClick}>
      <span>{children}</span>
      <Arrow size={14} aria-hidden data-shown={order !== undefined || undefined} />
    </button>
  );
}
