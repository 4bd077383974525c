import type { ReactNode } from 'react';
import classes from './description-list.module.css';

/** Names on the left and values on the right where there is room. */
export const DescriptionList = ({ items }: { items: Record<string, ReactNode> }) => (
  <dl className={classes.list}>
    {Object.entries(items).map(([name, value]) => (
      <div key={name} className={classes.item}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
