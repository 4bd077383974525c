import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useKey } from '../../shell/keys.ts';

interface Props {
  /** What the address says. */
  q: string;
  onSearch: (q: string) => void;
}

/** How long someone pauses before what they typed is searched for. */
const pauseMs = 250;

/** Holds what is typed by itself, so that a key press draws nothing but a letter. */
export function SearchBox({ q, onSearch }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(q);
  const sent = useRef(q);
  const search = useDebouncedCallback((text: string) => {
    sent.current = text.trim();
    onSearch(sent.current);
  }, pauseMs);
  useKey('/', 'Search people', () => input.current?.focus());
  // Filters were cleared, or someone went back: the address leads.
  useEffect(() => {
    if (q === sent.current) return;
    sent.current = q;
    setTyped(q);
  }, [q]);
  return (
    <TextInput
      ref={input}
      type="search"
      label="Search"
      placeholder="Name, title, company, e-mail or place"
      leftSection={<IconSearch size={16} aria-hidden />}
      autoComplete="off"
      spellCheck={false}
      maxLength={500}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        search(event.currentTarget.value);
      }}
    />
  );
}
