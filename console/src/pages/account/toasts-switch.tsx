import { Switch } from '@mantine/core';
import { setPreference, usePreferences } from '../../browser/preferences.ts';

/** For people who need more time to read a notice or to reach its Undo. */
export function ToastsSwitch() {
  const { toasts } = usePreferences();
  return (
    <Switch
      label="Keep notices open"
      description="Notices such as “Moved to Contacted” stay, with Undo, until you close them."
      checked={toasts === 'stay'}
      onChange={(event) => setPreference('toasts', event.currentTarget.checked ? 'stay' : 'close')}
    />
  );
}
