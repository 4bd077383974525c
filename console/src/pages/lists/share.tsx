import type { CSSProperties } from 'react';
import classes from './lists.module.css';

interface Props {
  count: number;
  /** All prospects of the workspace. */
  total: number;
}

/** The part of all prospects, as a bar and in percent. */
export function Share({ count, total }: Props) {
  const percent = Math.min(100, (100 * count) / Math.max(total, count, 1));
  return (
    <span className={classes.share}>
      <span
        className={classes.bar}
        style={{ '--share': `${percent}%` } as CSSProperties}
        aria-hidden
      />
      {formatPercent(percent)}
    </span>
  );
}

const formatPercent = (percent: number): string =>
  percent > 0 && percent < 1 ? '<1%' : `${Math.round(percent)}%`;
