import { useRef } from 'react';

/**
 * Returns the focus of a menu at once. Mantine's `returnFocus` does it 10 ms later, and takes it from the field
 * that a choice has focused.
 */
export function useMenuFocus() {
  const opener = useRef<Element | null>(null);
  const keepsFocus = useRef(false);
  return {
    /** Call this when the menu opens. */
    onOpen: () => {
      opener.current = document.activeElement;
      keepsFocus.current = false;
    },
    /** Call this when a choice moves the focus itself. */
    onFocusMoved: () => {
      keepsFocus.current = true;
    },
    onClose: () => {
      if (!keepsFocus.current && opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
