import type { ReactNode } from 'react';
import { useMe, useWorkspaceId } from '../api/session.ts';
import classes from './page.module.css';

interface Props {
  title: string;
  /** One sentence: what the page is for. */
  children?: ReactNode;
  /** The one thing that is done here most, on the right. */
  action?: ReactNode;
}

/** The title of a page, in the page and in the browser's tab. */
export function PageHeader({ title, children, action }: Props) {
  const id = useWorkspaceId();
  const workspace = useMe().workspaces.find((each) => each.id === id);
  return (
    <header className={classes.header}>
      <title>{[title, workspace?.name, 'Outcrop'].filter(Boolean).join(' · ')}</title>
      <div className={classes.heading}>
        <h1 className={classes.title}>{title}</h1>
        {children && <p className={classes.purpose}>{children}</p>}
      </div>
      {action && <div className={classes.action}>{action}</div>}
    </header>
  );
}

/** A part of a page under its own heading. */
export const Section = ({ title, children, action }: Props) => (
  <section className={classes.section}>
    <div className={classes.sectionHead}>
      <h2 className={classes.sectionTitle}>{title}</h2>
      {action}
    </div>
    {children}
  </section>
);
