import type { ReactNode } from 'react';
import classes from './page.module.css';

export const Panel = ({ children }: { children: ReactNode }) => (
  <div className={classes.panel}>{children}</div>
);

/** The row of filters above a table; their values are in the URL. */
export const Filters = ({ children }: { children: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: React's types do not include <search> yet
  <div className={classes.filters} role="search">
    {children}
  </div>
);
