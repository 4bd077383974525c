import type { ReactNode } from 'react';
import { useMe, useWorkspaceId } from '../api/session.ts';
import classes from './page.module.css';

interface Props {
  title: string;
  /** One sentence about the page. */
  children?: ReactNode;
  /** Next to the title. */
  beside?: ReactNode;
  /** The main action, on the right. */
  action?: ReactNode;
}

/** Also sets the document title. */
export function PageHeader({ title, beside, children, action }: Props) {
  const id = useWorkspaceId();
  const workspace = useMe().workspaces.find((each) => each.id === id);
  return (
    <header className={classes.header}>
      <title>{[title, workspace?.name, 'Outcrop'].filter(Boolean).join(' · ')}</title>
      <div className={classes.head}>
        <div className={classes.titleRow}>
          <h1 className={classes.title}>{title}</h1>
          {beside}
        </div>
        {children && <p className={classes.description}>{children}</p>}
        {action && <div className={classes.action}>{action}</div>}
      </div>
    </header>
  );
}

export const Section = ({ title, children, action }: Props) => (
  <section className={classes.section}>
    <div className={classes.sectionHead}>
      <h2 className={classes.sectionTitle}>{title}</h2>
      {action}
    </div>
    {children}
  </section>
);
