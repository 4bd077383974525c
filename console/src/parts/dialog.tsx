import { Modal, type ModalProps } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { passwordQuestion } from '../api/reauthentication.ts';

interface Props extends Pick<ModalProps, 'size' | 'closeOnClickOutside'> {
  title: string;
  children: ReactNode;
  onClose: () => void;
}

/** Where the focus was before the first of several dialogs that follow one another. */
let opener: Element | null = null;

/** Stands while it is open, and then gives the focus back to where it was. */
export function Dialog({ children, ...modal }: Props) {
  const [pressed] = useState(() => {
    const focused = document.activeElement;
    if (!focused?.closest('[role="dialog"]')) opener = focused;
    return focused;
  });
  useEffect(() => () => void setTimeout(giveFocusBack, 0, pressed), [pressed]);
  // The password may be asked for on top of it: the focus is then there, and comes back afterwards.
  const isOnTop = passwordQuestion.use() === null;
  // Mantine hears Escape wherever it is pressed, and so would close both.
  const closeByEscape = ({ key, nativeEvent }: KeyboardEvent) => {
    if (key === 'Escape' && !nativeEvent.isComposing) modal.onClose();
  };
  return (
    <Modal
      opened
      {...modal}
      closeOnEscape={false}
      onKeyDown={closeByEscape}
      trapFocus={isOnTop}
      returnFocus={false}
    >
      {children}
    </Modal>
  );
}

/** What was pressed may have gone with its row; then what is around it gets the focus. */
function giveFocusBack(pressed: Element | null): void {
  const around = document.querySelector('[role="dialog"]');
  // A drawer may stand below, or the next of several dialogs, which has taken the focus already.
  if (around && document.activeElement !== document.body) return;
  const [from, instead] = around ? [pressed, around] : [opener, document.getElementById('main')];
  const place = from?.isConnected ? from : instead;
  if (place instanceof HTMLElement) place.focus({ preventScroll: true });
}
