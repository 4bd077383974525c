import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { useKey } from '../../browser/keys.ts';
import { useDebouncedText } from './use-debounced-text.ts';

interface Props {
  /** The text in the URL. */
  text: string;
  onChange: (text: string) => void;
}

export function SearchBox({ text, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useKey('/', 'Search prospects', () => input.current?.focus());
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
      {...useDebouncedText(text, onChange)}
    />
  );
}

export const CompanyBox = ({ text, onChange }: Props) => (
  <TextInput
    label="Company"
    placeholder="Full name"
    autoComplete="off"
    spellCheck={false}
    maxLength={300}
    {...useDebouncedText(text, onChange)}
  />
);
