import { useEffect, useRef, useState } from 'react';

/**
 * Takes files that are dropped anywhere in the window, since one that misses its place would else
 * be opened instead of the page. Tells whether something is held over it now.
 */
export function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useRef(onFiles);
  take.current = onFiles;
  useEffect(() => {
    const listening = new AbortController();
    const on = (kind: 'dragover' | 'dragleave' | 'drop', run: (event: DragEvent) => void) =>
      window.addEventListener(kind, run, listening);
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
      take.current([...(event.dataTransfer?.files ?? [])]);
    });
    return () => listening.abort();
  }, []);
  return isOver;
}
