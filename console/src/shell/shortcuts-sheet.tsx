import { Kbd, Modal, Stack, Switch } from '@mantine/core';
import { boundKeys, useKey } from './keys.ts';
import { setPreference, usePreferences } from './preferences.ts';
import { sheetOpened } from './sheet-opened.ts';
import classes from './shortcuts-sheet.module.css';

/** What the keyboard can do on this page, and the switch that turns single keys off. */
export function ShortcutsSheet() {
  const opened = sheetOpened.use();
  const bound = boundKeys.use();
  const { singleKeys } = usePreferences();
  useKey('?', 'Show this sheet', () => sheetOpened.set(true));
  const rows = [
    { keys: 'Ctrl/⌘ K', does: 'Go to or do' },
    ...new Map(bound.map((key) => [key.keys, key])).values(),
  ];
  return (
    <Modal opened={opened} onClose={() => sheetOpened.set(false)} title="Keyboard shortcuts">
      <Stack>
        <Switch
          label="Single keys"
          description="Off leaves only Ctrl/⌘ K, for those whose tools type by themselves."
          checked={singleKeys === 'on'}
          onChange={(event) =>
            setPreference('singleKeys', event.currentTarget.checked ? 'on' : 'off')
          }
        />
        <dl className={classes.keys}>
          {rows.map(({ keys, does }) => (
            <div key={keys}>
              <dt>{does}</dt>
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
