import { Kbd, Modal, Stack, Switch } from '@mantine/core';
import { boundShortcuts, useKey } from '../browser/keys.ts';
import { setPreference, usePreferences } from '../browser/preferences.ts';
import classes from './shortcuts-sheet.module.css';
import { shortcutsSheetOpen } from './shortcuts-sheet-open.ts';

/** The shortcuts of the current page, and a switch to turn off single-key shortcuts. */
export function ShortcutsSheet() {
  const isOpen = shortcutsSheetOpen.use();
  const bound = boundShortcuts.use();
  const { singleKeys } = usePreferences();
  useKey('?', 'Show keyboard shortcuts', () => shortcutsSheetOpen.set(true));
  const rows = [
    { keys: 'Ctrl/⌘ K', label: 'Search or jump to' },
    ...new Map(bound.map((shortcut) => [shortcut.keys, shortcut])).values(),
  ];
  return (
    <Modal opened={isOpen} onClose={() => shortcutsSheetOpen.set(false)} title="Keyboard shortcuts">
      <Stack>
        <Switch
          label="Single-key shortcuts"
          description="Turn off if you use voice control or other assistive tools. Ctrl/⌘ K still works."
          checked={singleKeys === 'on'}
          onChange={(event) =>
            setPreference('singleKeys', event.currentTarget.checked ? 'on' : 'off')
          }
        />
        <dl className={classes.keys}>
          {rows.map(({ keys, label }) => (
            <div key={keys}>
              <dt>{label}</dt>
              <dd>
                {keys.split(' ').map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </Stack>
    </Modal>
  );
}
