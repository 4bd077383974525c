import type { ReactNode } from 'react';
import classes from './page.module.css';

interface Props {
  children: ReactNode;
  /** As wide as a form, not as the page. */
  isForm?: boolean;
}

export const Panel = ({ children, isForm }: Props) => (
  <div className={classes.panel} data-form={isForm}>
    {children}
  </div>
);

/** The row of filters above a table; their values are in the URL. */
export const Filters = ({ children }: { children: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: React's types do not include <search> yet
  <div className={classes.filters} role="search">
    {children}
  </div>
);
