import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './badge.module.css';

export interface BadgeLook {
  icon: TablerIcon;
  color: 'ok' | 'warn' | 'danger' | 'info' | 'muted';
}

/** A status with an icon and text, never color alone. */
export const Badge = ({ icon: Icon, color, children }: BadgeLook & { children: ReactNode }) => (
  <span className={classes.badge} data-color={color}>
    <Icon size={16} aria-hidden />
    <span>{children}</span>
  </span>
);
