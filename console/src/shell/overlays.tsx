import { Palette } from './palette.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { ShortcutsSheet } from './shortcuts-sheet.tsx';
import { Toasts } from './toasts.tsx';

/** Everything that opens on top of a page. Loaded after the page, so that it shows sooner. */
export default function Overlays() {
  return (
    <>
      <Palette />
      <ShortcutsSheet />
      <PasswordDialog />
      <Toasts />
    </>
  );
}
