import { ActionIcon, Tooltip } from '@mantine/core';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazyComponent } from '../components/lazy.tsx';
import { Logo } from '../components/logo.tsx';
import { palette } from './palette-store.ts';
import classes from './shell.module.css';
import { UserMenu } from './user-menu.tsx';
import { WorkspaceSwitcher } from './workspace-switcher.tsx';

const NotificationsBell = lazyComponent(
  async () => (await import('./notifications-bell.tsx')).NotificationsBell,
);

const TasksTray = lazyComponent(async () => (await import('./tasks-tray.tsx')).TasksTray);

const modifier = /mac|iphone|ipad/i.test(navigator.platform) ? '⌘' : 'Ctrl';

export const TopBar = ({ onMenu }: { onMenu: () => void }) => (
  <header className={classes.top}>
    <ActionIcon
      className={classes.narrow}
      variant="subtle"
      color="muted"
      size="lg"
      aria-label="Open menu"
      onClick={onMenu}
    >
      <IconMenu2 size={20} />
    </ActionIcon>
    <Link to="/" className={classes.logo} aria-label="Outcrop home">
      <Logo />
      <span>Outcrop</span>
    </Link>
    <WorkspaceSwitcher />
    <div className={classes.spacer} />
    <button type="button" className={`${classes.search} ${classes.wide}`} onClick={palette.open}>
      <IconSearch size={16} aria-hidden />
      Search or jump to… <kbd>{modifier} K</kbd>
    </button>
    <Tooltip label={`Search or jump to… (${modifier} K)`}>
      <ActionIcon
        className={classes.narrow}
        variant="subtle"
        color="muted"
        size="lg"
        aria-label="Search or jump to"
        onClick={palette.open}
      >
        <IconSearch size={20} />
      </ActionIcon>
    </Tooltip>
    <NotificationsBell />
    <TasksTray />
    <UserMenu />
  </header>
);
