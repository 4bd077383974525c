import { useDebouncedCallback } from '@mantine/hooks';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';

const debounceMs = 250;

/** A text filter as it is typed. It has its own state, so that typing does not re-render the page. */
export function useDebouncedText(inUrl: string, onSend: (text: string) => void) {
  const [typed, setTyped] = useState(inUrl);
  const sent = useRef(inUrl);
  const send = useDebouncedCallback((text: string) => {
    sent.current = text.trim();
    onSend(sent.current);
  }, debounceMs);
  // Follows the URL after Clear filters or Back.
  useEffect(() => {
    if (inUrl === sent.current) return;
    sent.current = inUrl;
    setTyped(inUrl);
  }, [inUrl]);
  return {
    value: typed,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setTyped(event.currentTarget.value);
      send(event.currentTarget.value);
    },
  };
}
