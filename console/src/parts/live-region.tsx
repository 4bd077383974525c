import { VisuallyHidden } from '@mantine/core';
import { stored } from '../api/stored.ts';

const said = stored({ text: '', times: 0 });

/** Says something to those who listen instead of look: "Copied", "312 of 500". */
export const announce = (text: string): void => said.set({ text, times: said.get().times + 1 });

/** Stands once, in the page's frame. The blank makes the same words new when they come again. */
export function LiveRegion() {
  const { text, times } = said.use();
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {text}
      {times % 2 === 0 ? '' : '\u00a0'}
    </VisuallyHidden>
  );
}
