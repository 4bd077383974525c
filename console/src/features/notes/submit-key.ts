import type { KeyboardEvent } from 'react';

/** Submits the form of a text area with Ctrl or Command and Enter. */
export function submitByKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const isSubmit = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
  if (!isSubmit || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
