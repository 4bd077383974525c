import { ActionIcon, Tooltip } from '@mantine/core';
import { spotlight } from '@mantine/spotlight';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Mark } from './mark.tsx';
import { PersonMenu } from './person-menu.tsx';
import classes from './shell.module.css';
import { TasksTray } from './tasks-tray.tsx';
import { WorkspaceSwitcher } from './workspace-switcher.tsx';

const modifier = /mac|iphone|ipad/i.test(navigator.platform) ? '⌘' : 'Ctrl';

export const TopBar = ({ onMenu }: { onMenu: () => void }) => (
  <header className={classes.top}>
    <ActionIcon
      className={classes.narrow}
      variant="subtle"
      color="muted"
      size="lg"
      aria-label="Open the navigation"
      onClick={onMenu}
    >
      <IconMenu2 size={20} />
    </ActionIcon>
    <Link to="/" className={classes.mark} aria-label="Outcrop, start page">
      <Mark />
      <span>Outcrop</span>
    </Link>
    <WorkspaceSwitcher />
    <div className={classes.room} />
    <button type="button" className={`${classes.search} ${classes.wide}`} onClick={spotlight.open}>
      <IconSearch size={16} aria-hidden />
      Go to or do… <kbd>{modifier} K</kbd>
    </button>
    <Tooltip label={`Go to or do… (${modifier} K)`}>
      <ActionIcon
        className={classes.narrow}
        variant="subtle"
        color="muted"
        size="lg"
        aria-label="Go to or do"
        onClick={spotlight.open}
      >
        <IconSearch size={20} />
      </ActionIcon>
    </Tooltip>
    <TasksTray />
    <PersonMenu />
  </header>
);
