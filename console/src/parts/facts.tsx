import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** What is known about one thing: its names on the left, where there is room, values on the right. */
export const Facts = ({ facts }: { facts: Record<string, ReactNode> }) => (
  <dl className={classes.facts}>
    {Object.entries(facts).map(([name, value]) => (
      <div key={name} className={classes.fact}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
