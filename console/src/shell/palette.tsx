import { useMantineColorScheme } from '@mantine/core';
import { Spotlight, type SpotlightActionData, spotlight } from '@mantine/spotlight';
import { IconBook2, IconBuilding, IconLogout, IconMoon, IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMe, useWorkspaceId } from '../api/session.ts';
import { useKey } from '../browser/keys.ts';
import { colorSchemeOptions } from '../browser/preferences.ts';
import { useSignOut } from '../features/sign-in/sign-out.ts';
import { pagePath, pages } from '../pages.ts';

/** Ctrl/⌘ K: pages and global actions. */
export function Palette() {
  const workspaceId = useWorkspaceId();
  const { workspaces } = useMe();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { toggleColorScheme } = useMantineColorScheme(colorSchemeOptions);
  useKey('/', 'Search or jump to', spotlight.open, true);

  const actions: SpotlightActionData[] = [
    ...pages.map(({ path, title, group, icon: Icon }) => ({
      id: path,
      label: title,
      description: group,
      leftSection: <Icon size={18} stroke={1.6} />,
      onClick: () => void navigate({ to: pagePath(path), params: { workspaceId } }),
    })),
    ...workspaces
      .filter(({ id }) => id !== workspaceId)
      .map(({ id, name }) => ({
        id,
        label: `Switch to ${name}`,
        leftSection: <IconBuilding size={18} stroke={1.6} />,
        onClick: () => void navigate({ to: '/w/$workspaceId', params: { workspaceId: id } }),
      })),
    {
      id: 'theme',
      label: 'Switch between light and dark theme',
      leftSection: <IconMoon size={18} stroke={1.6} />,
      onClick: () => toggleColorScheme(),
    },
    {
      id: 'reference',
      label: 'Open API reference',
      leftSection: <IconBook2 size={18} stroke={1.6} />,
      onClick: () => void window.open('/docs', '_blank', 'noopener'),
    },
    {
      id: 'sign-out',
      label: 'Sign out',
      leftSection: <IconLogout size={18} stroke={1.6} />,
      onClick: () => signOut.mutate(),
    },
  ];
  return (
    <>
      {pages.map(({ path, title, goKey }) => (
        <GoToShortcut key={path} path={path} title={title} goKey={goKey} />
      ))}
      <Spotlight
        actions={actions}
        shortcut="mod + K"
        highlightQuery={false}
        lockScroll={false}
        attributes={{ content: { 'aria-label': 'Search or jump to' } }}
        overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
        scrollable
        nothingFound="No results"
        searchProps={{
          'aria-label': 'Search or jump to',
          placeholder: 'Search or jump to…',
          leftSection: <IconSearch size={18} />,
        }}
      />
    </>
  );
}

function GoToShortcut({
  path,
  title,
  goKey,
}: Pick<(typeof pages)[number], 'path' | 'title' | 'goKey'>) {
  const navigate = useNavigate();
  const workspaceId = useWorkspaceId();
  useKey(`g ${goKey}`, `Go to ${title}`, () => {
    void navigate({ to: pagePath(path), params: { workspaceId } });
  });
  return null;
}
