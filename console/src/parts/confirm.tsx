import { Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Dialog } from './dialog.tsx';
import { FormEnd } from './form-end.tsx';

export interface ConfirmProps<Result> {
  title: string;
  /** What will happen, and to whom. */
  children: ReactNode;
  /** The verb on the button: "Revoke". */
  verb: string;
  /** What the way back is called; "Cancel", if left out. */
  cancelVerb?: string;
  /** False while something must still be typed or read. */
  ready?: boolean;
  /** Large where much is listed. */
  size?: 'md' | 'lg';
  onConfirm: () => Promise<Result>;
  /** What follows when it is done; the dialog closes, if left out. */
  onDone?: (result: Result) => void;
  onClose: () => void;
}

/** Asks once more before something ends. Stays open, and says why, if it could not be done. */
export function Confirm<Result>({
  title,
  children,
  verb,
  cancelVerb,
  ready = true,
  size = 'md',
  onConfirm,
  onClose,
  onDone = onClose,
}: ConfirmProps<Result>) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const confirm = async () => {
    setBusy(true);
    setError(null);
    try {
      onDone(await onConfirm());
    } catch (reason) {
      setError(reason);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog onClose={onClose} title={title} size={size}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !busy) void confirm();
        }}
      >
        <Stack>
          {children}
          <FormEnd
            failure={error}
            verb={verb}
            busy={busy}
            color="danger"
            disabled={!ready}
            onCancel={onClose}
            {...(cancelVerb && { cancelVerb })}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
