import { type ReactNode, useEffect, useRef } from 'react';
import classes from './import.module.css';

const steps = ['File', 'Columns', 'Trial', 'Import'] as const;

/** The way from a file to people, and where on it one is. */
export const Steps = ({ now }: { now: (typeof steps)[number] }) => (
  <ol className={classes.steps} aria-label="Steps">
    {steps.map((step) => (
      <li key={step} {...(step === now && { 'aria-current': 'step' })}>
        {step}
      </li>
    ))}
  </ol>
);

/** One step under its heading, which takes the focus when what had it has gone with the step before. */
export function Step({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <section className={classes.step}>
      <h2 ref={heading} tabIndex={-1} className={classes.stepTitle}>
        {title}
      </h2>
      {children}
    </section>
  );
}
