import { VisuallyHidden } from '@mantine/core';
import { createStore } from '../browser/store.ts';

const announcement = createStore({ text: '', count: 0 });

/** Announces a text to screen readers: "Copied", "312 of 500". */
export const announce = (text: string): void =>
  announcement.set({ text, count: announcement.get().count + 1 });

/** Rendered once per page. The space makes a repeated text a change, so that it is read again. */
export function LiveRegion() {
  const { text, count } = announcement.use();
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {text}
      {count % 2 === 0 ? '' : '\u00a0'}
    </VisuallyHidden>
  );
}
