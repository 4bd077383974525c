import { useMantineColorScheme } from '@mantine/core';
import { atLeast } from '@outcrop/contract/roles';
import { IconBook2, IconBuilding, IconLogout, IconMoon, IconTable } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useRead } from '../api/endpoints.ts';
import { useMe, useWorkspace, useWorkspaceId } from '../api/session.ts';
import { colorSchemeOptions } from '../browser/preferences.ts';
import { useSignOut } from '../features/sign-in/sign-out.ts';
import { viewSearch } from '../features/views/view-search.ts';
import { pagePath, pages } from '../pages.ts';
import type { PaletteAction } from './palette-action.ts';

/** Pages and global actions whose text contains the query. */
export function useCommands(query: string): PaletteAction[] {
  const workspaceId = useWorkspaceId();
  const { role } = useWorkspace();
  const { workspaces } = useMe();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { data } = useRead('getViews');
  const { toggleColorScheme } = useMantineColorScheme(colorSchemeOptions);
  const commands: PaletteAction[] = [
    ...pages
      .filter((page) => atLeast(role, page.role))
      .map(({ path, title, group, icon }) => ({
        id: path,
        icon,
        label: title,
        description: group === 'Work' ? group : `Settings › ${group}`,
        run: () => void navigate({ to: pagePath(path), params: { workspaceId } }),
      })),
    ...(data?.views ?? []).map((view) => ({
      id: view.id,
      icon: IconTable,
      label: view.name,
      description: 'Views',
      run: () =>
        void navigate({
          to: '/w/$workspaceId/prospects',
          params: { workspaceId },
          search: viewSearch(view),
        }),
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
