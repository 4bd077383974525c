import { IconArrowLeft } from '@tabler/icons-react';
import { useWorkspaceId } from '../api/session.ts';
import type { PageAddress } from '../pages.ts';
import { addressOf } from '../shell/navigation.tsx';
import { TextLink } from './links.tsx';
import classes from './way-back.module.css';

/** From the page of one to the page of all of them. */
export const WayBack = ({ to, children }: { to: PageAddress; children: string }) => (
  <p className={classes.back}>
    <TextLink to={addressOf(to)} params={{ workspaceId: useWorkspaceId() }}>
      <IconArrowLeft size={16} aria-hidden /> {children}
    </TextLink>
  </p>
);
