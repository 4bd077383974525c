import { ActionIcon, Menu, Tooltip, useMantineColorScheme } from '@mantine/core';
import {
  IconBook2,
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconRowInsertBottom,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMe, useWorkspaceId } from '../api/session.ts';
import { colorSchemeOptions, setPreference, usePreferences } from '../browser/preferences.ts';
import { initialsOf } from '../components/initials.tsx';
import { useSignOut } from '../features/sign-in/sign-out.ts';
import classes from './shell.module.css';
import { shortcutsSheetOpen } from './shortcuts-sheet-open.ts';

const themes = [
  ['auto', 'Use system theme', IconDeviceDesktop],
  ['light', 'Light theme', IconSun],
  ['dark', 'Dark theme', IconMoon],
] as const;

export function UserMenu() {
  const { user } = useMe();
  const workspaceId = useWorkspaceId();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { colorScheme, setColorScheme } = useMantineColorScheme(colorSchemeOptions);
  const { density } = usePreferences();
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Tooltip label={user.name}>
          <ActionIcon variant="light" size="lg" radius="xl" aria-label={`Account: ${user.name}`}>
            <span className={classes.initials} data-initials={initialsOf(user.name)} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.email}</Menu.Label>
        <Menu.Item
          leftSection={<IconUserCircle size={16} />}
          onClick={() => void navigate({ to: '/w/$workspaceId/account', params: { workspaceId } })}
        >
          Your account
        </Menu.Item>
        <Menu.Divider />
        {themes.map(([value, label, Icon]) => (
          <Menu.Item
            key={value}
            leftSection={<Icon size={16} />}
            rightSection={colorScheme === value ? '✓' : null}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Item
          leftSection={<IconRowInsertBottom size={16} />}
          rightSection={density === 'comfortable' ? '✓' : null}
          onClick={() =>
            setPreference('density', density === 'comfortable' ? 'dense' : 'comfortable')
          }
        >
          Comfortable rows
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconKeyboard size={16} />}
          rightSection={<kbd>?</kbd>}
          onClick={() => shortcutsSheetOpen.set(true)}
        >
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item
          component="a"
          href="/docs"
          target="_blank"
          rel="noopener"
          leftSection={<IconBook2 size={16} />}
        >
          API reference
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => signOut.mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
