import { getHotkeyHandler } from '@mantine/hooks';
import { Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { useWorkspaceId } from '../api/session.ts';
import { useKey } from '../browser/keys.ts';
import { pagePath, pages } from '../pages.ts';
import classes from './palette.module.css';
import type { PaletteGroup } from './palette-action.ts';
import { markAction, palette, paletteStore } from './palette-store.ts';
import { useCommands } from './use-commands.ts';
import { maxQueryLength, useSuggestions } from './use-suggestions.ts';

/** Ctrl/⌘ K: pages, global actions, and what matches in the workspace. */
export function Palette() {
  const [typed, setTyped] = useState('');
  const hasMoved = useRef(false);
  useKey('/', 'Search or jump to', palette.open, true);
  // Mantine would bind it a moment after the palette has loaded.
  useLayoutEffect(() => {
    const listen = getHotkeyHandler([['mod+K', palette.open]]);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      {pages.map(({ path, title, goKey }) => (
        <GoToShortcut key={path} path={path} title={title} goKey={goKey} />
      ))}
      <Spotlight.Root
        store={paletteStore}
        query={typed}
        onQueryChange={(text) => {
          hasMoved.current = false;
          setTyped(text);
        }}
        shortcut={null}
        lockScroll={false}
        centered={false}
        attributes={{ content: { 'aria-label': 'Search or jump to' } }}
        overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
        scrollable
      >
        <Spotlight.Search
          aria-label="Search or jump to"
          placeholder="Search or jump to…"
          leftSection={<IconSearch size={18} />}
          maxLength={maxQueryLength}
          onKeyDown={({ key }: KeyboardEvent) => {
            if (key === 'ArrowDown' || key === 'ArrowUp') hasMoved.current = true;
          }}
        />
        <Actions query={typed.trim().toWellFormed()} hasMoved={() => hasMoved.current} />
      </Spotlight.Root>
    </>
  );
}

/** Mounted while the palette is open. */
function Actions({ query, hasMoved }: { query: string; hasMoved: () => boolean }) {
  const commands = useCommands(query);
  const { groups: found, message } = useSuggestions(query);
  const groups = [
    ...(commands.length > 0 ? [{ label: 'Pages and actions', actions: commands }] : []),
    ...found,
  ];
  const ids = groups.flatMap(({ actions }) => actions.map(({ id }) => id)).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another list changes what is marked
  useLayoutEffect(() => {
    if (query !== '') markAction(hasMoved());
  }, [ids, query]);
  return (
    <Spotlight.ActionsList className={classes.list!}>
      {groups.map((group) => (
        <Group key={group.label} {...group} hasLabel={query !== ''} />
      ))}
      <div role="status">{message && <Spotlight.Empty>{message}</Spotlight.Empty>}</div>
    </Spotlight.ActionsList>
  );
}

const Group = ({ label, actions, hasLabel }: PaletteGroup & { hasLabel: boolean }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form
  <div role="group" aria-label={label} className={classes.group}>
    {hasLabel && (
      <div className={classes.label} aria-hidden>
        {label}
      </div>
    )}
    {actions.map(({ id, icon: Icon, label: title, description, run }) => (
      <Spotlight.Action
        key={id}
        className={classes.action}
        label={title}
        {...(description && { description })}
        leftSection={<Icon size={18} stroke={1.6} />}
        onClick={run}
      />
    ))}
  </div>
);

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
