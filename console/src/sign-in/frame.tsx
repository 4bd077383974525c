import type { ReactNode } from 'react';
import { LiveRegion } from '../parts/live-region.tsx';
import { Mark } from '../shell/mark.tsx';
import classes from './frame.module.css';

interface Props {
  title: string;
  /** One sentence under it. */
  about?: ReactNode;
  children?: ReactNode;
  /** Other ways, below the sheet. */
  also?: ReactNode;
}

/** The sheet that everyone sees who is not signed in. */
export const SignInFrame = ({ title, about, children, also }: Props) => (
  <main className={classes.page}>
    <title>{`${title} · Outcrop`}</title>
    <p className={classes.mark}>
      <Mark /> Outcrop
    </p>
    <div className={classes.sheet}>
      <h1 className={classes.title}>{title}</h1>
      {about && <p className={classes.about}>{about}</p>}
      {children}
    </div>
    {also && <p className={classes.also}>{also}</p>}
    <LiveRegion />
  </main>
);
