import { TextInput } from '@mantine/core';
import { SearchInput } from '../../components/search-input.tsx';
import { useDebouncedText } from '../../components/use-debounced-text.ts';

interface Props {
  /** The text in the URL. */
  text: string;
  onChange: (text: string) => void;
}

export const SearchBox = (props: Props) => (
  <SearchInput
    aria-label="Search"
    placeholder="Name, title, company, email…"
    maxLength={500}
    shortcutLabel="Search prospects"
    {...props}
  />
);

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
