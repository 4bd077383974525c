import { useMantineColorScheme } from '@mantine/core';
import { Spotlight, type SpotlightActionData, spotlight } from '@mantine/spotlight';
import { IconBook2, IconBuilding, IconLogout, IconMoon, IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMe, useWorkspaceId } from '../api/session.ts';
import { pages } from '../pages.ts';
import { useSignOut } from '../sign-in/sign-out.ts';
import { useKey } from './keys.ts';
import { addressOf } from './navigation.tsx';
import { noStyleElement } from './preferences.ts';

/** Ctrl/⌘ K: every page and the few things that can be done from anywhere. */
export function Palette() {
  const workspaceId = useWorkspaceId();
  const { workspaces } = useMe();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { toggleColorScheme } = useMantineColorScheme(noStyleElement);
  useKey('/', 'Go to or do', spotlight.open, true);

  const actions: SpotlightActionData[] = [
    ...pages.map(({ path, title, group, icon: Icon }) => ({
      id: path,
      label: title,
      description: group,
      leftSection: <Icon size={18} stroke={1.6} />,
      onClick: () => void navigate({ to: addressOf(path), params: { workspaceId } }),
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
      label: 'Switch between light and dark',
      leftSection: <IconMoon size={18} stroke={1.6} />,
      onClick: () => toggleColorScheme(),
    },
    {
      id: 'reference',
      label: 'Open the API reference',
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
      {pages.map(({ path, title, letter }) => (
        <GoKey key={path} path={path} title={title} letter={letter} />
      ))}
      <Spotlight
        actions={actions}
        shortcut="mod + K"
        highlightQuery={false}
        lockScroll={false}
        attributes={{ content: { 'aria-label': 'Go to or do' } }}
        overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
        scrollable
        nothingFound="Nothing is called that"
        searchProps={{
          'aria-label': 'Go to or do',
          placeholder: 'Go to or do…',
          leftSection: <IconSearch size={18} />,
        }}
      />
    </>
  );
}

function GoKey({ path, title, letter }: Pick<(typeof pages)[number], 'path' | 'title' | 'letter'>) {
  const navigate = useNavigate();
  const workspaceId = useWorkspaceId();
  useKey(`g ${letter}`, `Go to ${title}`, () => {
    void navigate({ to: addressOf(path), params: { workspaceId } });
  });
  return null;
}
