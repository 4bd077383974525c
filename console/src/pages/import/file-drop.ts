import { useEffect, useRef, useState } from 'react';

/**
 * Accepts files dropped anywhere in the window: outside the drop area the browser would open them.
 * Returns whether a file is being dragged over the window.
 */
export function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const handler = useRef(onFiles);
  handler.current = onFiles;
  useEffect(() => {
    const listeners = new AbortController();
    const on = (kind: 'dragover' | 'dragleave' | 'drop', run: (event: DragEvent) => void) =>
      window.addEventListener(kind, run, listeners);
    on('dragover', (event) => {
      event.preventDefault();
      setOver(true);
    });
    on('dragleave', ({ relatedTarget }) => {
      if (relatedTarget === null) setOver(false);
    });
    on('drop', (event) => {
      event.preventDefault();
      setOver(false);
      handler.current([...(event.dataTransfer?.files ?? [])]);
    });
    return () => listeners.abort();
  }, []);
  return isOver;
}
