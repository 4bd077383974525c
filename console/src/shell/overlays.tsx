import { Notifications } from '@mantine/notifications';
import { Palette } from './palette.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { ShortcutsSheet } from './shortcuts-sheet.tsx';

/** What opens over a page. Loaded right after it, so that the page itself is there sooner. */
export default function Overlays() {
  return (
    <>
      <Palette />
      <ShortcutsSheet />
      <PasswordDialog />
      <Notifications position="bottom-right" autoClose={5_000} />
    </>
  );
}
