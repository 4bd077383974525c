import { IconArrowLeft } from '@tabler/icons-react';
import { useWorkspaceId } from '../api/session.ts';
import type { PagePath } from '../pages.ts';
import { pagePath } from '../shell/navigation.tsx';
import classes from './back-link.module.css';
import { TextLink } from './links.tsx';

export const BackLink = ({ to, children }: { to: PagePath; children: string }) => (
  <p className={classes.back}>
    <TextLink to={pagePath(to)} params={{ workspaceId: useWorkspaceId() }}>
      <IconArrowLeft size={16} aria-hidden /> {children}
    </TextLink>
  </p>
);
