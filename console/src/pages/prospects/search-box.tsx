import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useKey } from '../../browser/keys.ts';

interface Props {
  /** The search in the URL. */
  q: string;
  onSearch: (q: string) => void;
}

const debounceMs = 250;

/** Keeps its own state, so that typing does not re-render the page. */
export function SearchBox({ q, onSearch }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(q);
  const sent = useRef(q);
  const search = useDebouncedCallback((text: string) => {
    sent.current = text.trim();
    onSearch(sent.current);
  }, debounceMs);
  useKey('/', 'Search prospects', () => input.current?.focus());
  // Follows the URL after Clear filters or Back.
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
      placeholder="Name, title, company, email…"
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
