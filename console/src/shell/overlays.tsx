import { Notifications } from '@mantine/notifications';
import { Palette } from './palette.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { ShortcutsSheet } from './shortcuts-sheet.tsx';

/** Everything that opens on top of a page. Loaded after the page, so that it shows sooner. */
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
