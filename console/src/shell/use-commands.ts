import { useMantineColorScheme } from '@mantine/core';
import { IconBook2, IconBuilding, IconLogout, IconMoon } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMe, useWorkspaceId } from '../api/session.ts';
import { colorSchemeOptions } from '../browser/preferences.ts';
import { useSignOut } from '../features/sign-in/sign-out.ts';
import { pagePath, pages } from '../pages.ts';
import type { PaletteAction } from './palette-action.ts';

/** Pages and global actions whose text contains the query. */
export function useCommands(query: string): PaletteAction[] {
  const workspaceId = useWorkspaceId();
  const { workspaces } = useMe();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { toggleColorScheme } = useMantineColorScheme(colorSchemeOptions);
  const commands: PaletteAction[] = [
    ...pages.map(({ path, title, group, icon }) => ({
      id: path,
      icon,
      label: title,
      description: group,
      run: () => void navigate({ to: pagePath(path), params: { workspaceId } }),
    })),
    ...workspaces
      .filter(({ id }) => id !== workspaceId)
      .map(({ id, name }) => ({
        id,
        icon: IconBuilding,
        label: `Switch to ${name}`,
        run: () => void navigate({ to: '/w/$workspaceId', params: { workspaceId: id } }),
      })),
    {
      id: 'theme',
      icon: IconMoon,
      label: 'Switch between light and dark theme',
      run: () => toggleColorScheme(),
    },
    {
      id: 'reference',
      icon: IconBook2,
      label: 'Open API reference',
      run: () => void window.open('/docs', '_blank', 'noopener'),
    },
    { id: 'sign-out', icon: IconLogout, label: 'Sign out', run: () => signOut.mutate() },
  ];
  const contains = (text = '') => text.toLowerCase().includes(query.toLowerCase());
  return [
    ...commands.filter(({ label }) => contains(label)),
    ...commands.filter(({ label, description }) => !contains(label) && contains(description)),
  ];
}
