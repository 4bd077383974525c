import { type ReactNode, useEffect, useRef } from 'react';
import classes from './import.module.css';

const steps = ['Upload', 'Map columns', 'Preview', 'Import'] as const;

export const Steps = ({ current }: { current: (typeof steps)[number] }) => (
  <ol className={classes.steps} aria-label="Steps">
    {steps.map((step) => (
      <li key={step} {...(step === current && { 'aria-current': 'step' })}>
        {step}
      </li>
    ))}
  </ol>
);

/** A step whose heading takes the focus if the focused element went away with the previous step. */
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
