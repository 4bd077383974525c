import type { ReactNode } from 'react';
import classes from './page.module.css';

/** A sheet of paper on the canvas. */
export const Panel = ({ children }: { children: ReactNode }) => (
  <div className={classes.panel}>{children}</div>
);

/** The row of filters above a table; their values stand in the address. */
export const Filters = ({ children }: { children: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: <search> is not known to the types of React yet
  <div className={classes.filters} role="search">
    {children}
  </div>
);
