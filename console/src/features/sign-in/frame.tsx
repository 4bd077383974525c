import type { ReactNode } from 'react';
import { LiveRegion } from '../../components/live-region.tsx';
import { Logo } from '../../components/logo.tsx';
import classes from './frame.module.css';

interface Props {
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Links below the card. */
  footer?: ReactNode;
}

/** The layout of pages that need no session. */
export const SignInFrame = ({ title, description, children, footer }: Props) => (
  <main className={classes.page}>
    <title>{`${title} · Outcrop`}</title>
    <p className={classes.logo}>
      <Logo /> Outcrop
    </p>
    <div className={classes.card}>
      <h1 className={classes.title}>{title}</h1>
      {description && <p className={classes.description}>{description}</p>}
      {children}
    </div>
    {footer && <p className={classes.footer}>{footer}</p>}
    <LiveRegion />
  </main>
);
