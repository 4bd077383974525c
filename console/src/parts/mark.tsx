import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './mark.module.css';

export interface MarkLook {
  icon: TablerIcon;
  color: 'ok' | 'warn' | 'danger' | 'info' | 'muted';
}

/** How something stands: an icon and a word, never colour alone. */
export const Mark = ({ icon: Icon, color, children }: MarkLook & { children: ReactNode }) => (
  <span className={classes.mark} data-color={color}>
    <Icon size={16} aria-hidden />
    <span>{children}</span>
  </span>
);
