import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { useKey } from '../browser/keys.ts';
import { useDebouncedText } from './use-debounced-text.ts';

interface Props
  extends Pick<TextInputProps, 'label' | 'aria-label' | 'placeholder' | 'maxLength' | 'onKeyDown'> {
  /** The text in the URL. */
  text: string;
  onChange: (text: string) => void;
  /** What the shortcut `/` does, for the list of shortcuts. */
  shortcutLabel: string;
}

/** The search of a page. */
export function SearchInput({ text, onChange, shortcutLabel, ...input }: Props) {
  const element = useRef<HTMLInputElement>(null);
  useKey('/', shortcutLabel, () => element.current?.focus());
  return (
    <TextInput
      ref={element}
      type="search"
      leftSection={<IconSearch size={16} aria-hidden />}
      autoComplete="off"
      spellCheck={false}
      {...input}
      {...useDebouncedText(text, onChange)}
    />
  );
}
