import { Modal, type ModalProps } from '@mantine/core';
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { passwordPrompt } from '../api/reauthentication.ts';

interface Props extends Pick<ModalProps, 'size' | 'closeOnClickOutside'> {
  title: string;
  children: ReactNode;
  onClose: () => void;
}

/** The element that had the focus before the first dialog of a sequence. */
let opener: Element | null = null;

/** A modal that restores the focus when it closes. */
export function Dialog({ children, ...modal }: Props) {
  const [trigger] = useState(() => {
    const focused = document.activeElement;
    if (!focused?.closest('[role="dialog"]')) opener = focused;
    return focused;
  });
  useEffect(() => () => void setTimeout(restoreFocus, 0, trigger), [trigger]);
  // The password prompt may open on top of this dialog and then needs the focus.
  const isOnTop = passwordPrompt.use() === null;
  // Mantine handles Escape on the window, which would close both dialogs.
  const closeByEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || isForDropdown(event)) return;
    // The page below may have a shortcut on Escape.
    event.preventDefault();
    modal.onClose();
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
      <FocusAtOnce />
      {children}
    </Modal>
  );
}

/** Escape closes an open dropdown first: one of a field, or a menu beside the dialog. */
const isForDropdown = ({ target, currentTarget }: KeyboardEvent): boolean =>
  target instanceof Element &&
  (target.matches('[aria-haspopup][aria-expanded="true"]') || !currentTarget.contains(target));

/** Mantine moves the focus a moment after the dialog is shown. Keys pressed until then would be lost. */
function FocusAtOnce() {
  const marker = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const dialog = marker.current?.closest<HTMLElement>('[role="dialog"]');
    const target = dialog?.querySelector<HTMLElement>('[data-autofocus]') ?? dialog;
    target?.focus({ preventScroll: true });
  }, []);
  return <span ref={marker} hidden />;
}

/**
 * The trigger may have been removed with its row, or moved when an empty page got its first row; then
 * the control with the same label, or else the container, gets the focus.
 */
function restoreFocus(trigger: Element | null): void {
  const outerDialog = document.querySelector('[role="dialog"]');
  // A drawer may be open below, or the next dialog, which already has the focus.
  if (outerDialog && document.activeElement !== document.body) return;
  const [previous, fallback] = outerDialog
    ? [trigger, outerDialog]
    : [opener, document.getElementById('main')];
  const target = previous?.isConnected ? previous : (sameControl(previous) ?? fallback);
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}

const sameControl = (trigger: Element | null): Element | undefined => {
  const label = trigger && labelOf(trigger);
  if (!label) return undefined;
  const main = document.getElementById('main');
  return [...(main?.querySelectorAll('button, a') ?? [])].find((each) => labelOf(each) === label);
};

const labelOf = (control: Element): string | null =>
  control.getAttribute('aria-label') ?? control.textContent;
