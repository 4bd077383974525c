import { Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Dialog } from './dialog.tsx';
import { FormFooter } from './form-footer.tsx';

export interface ConfirmProps<Result> {
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** The text of the confirm button: "Revoke". */
  verb: string;
  /** Defaults to "Cancel". */
  cancelVerb?: string;
  ready?: boolean;
  size?: 'md' | 'lg';
  onConfirm: () => Promise<Result>;
  /** Defaults to closing the dialog. */
  onDone?: (result: Result) => void;
  onClose: () => void;
}

/** Asks for confirmation. Stays open and shows the error if the action fails. */
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
    } catch (failure) {
      setError(failure);
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
          <FormFooter
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
