import type { CSSProperties, ReactNode } from 'react';
import { hueOf } from './hue.ts';
import classes from './initials.module.css';

/** Stands for a person beside their name, which screen readers read instead. */
export const Initials = ({ name, size = 28 }: { name: string; size?: number }) => (
  <span
    aria-hidden
    className={classes.initials}
    data-initials={initialsOf(name)}
    style={{ '--hue': hueOf(name), '--size': `${size}px` } as CSSProperties}
  />
);

/** A person in a table, with their name and what is below it. */
export const WithInitials = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes.person}>
    <Initials name={name} />
    <div>{children}</div>
  </div>
);

/** The first letters of the first and the last word: "AO" for Amara Okafor. */
export function initialsOf(name: string): string {
  const letters = name.split(/[\s@]+/).flatMap((word) => word.match(/[\p{L}\p{N}]/u) ?? []);
  const isPerson = !name.includes('@');
  const chosen =
    isPerson && letters.length > 1 ? [letters[0], letters.at(-1)] : letters.slice(0, 1);
  return chosen.join('').toUpperCase() || '?';
}
