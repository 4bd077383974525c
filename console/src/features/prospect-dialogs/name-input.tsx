import { Autocomplete } from '@mantine/core';
import { useState } from 'react';

interface Props {
  kind: 'list' | 'tag';
  label: string;
  /** The existing names. */
  names: string[];
  onChosen: (name: string) => void;
  onClose: () => void;
}

/** Chooses an existing name or enters a new one. Enter submits. */
export function NameInput({ kind, label, names, onChosen, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const isNew = name !== '' && !names.some((each) => each.toLowerCase() === name.toLowerCase());
  const choose = (chosen: string) => {
    if (chosen !== '') onChosen(chosen);
  };
  return (
    <Autocomplete
      size="xs"
      w={220}
      maxLength={200}
      aria-label={label}
      placeholder={kind === 'list' ? 'List name' : 'Tag name'}
      autoFocus
      data={isNew ? [...names, name] : names}
      limit={50}
      value={typed}
      onChange={setTyped}
      onOptionSubmit={choose}
      onBlur={onClose}
      onKeyDown={(event) => {
        // With an active option, Enter selects that option.
        if (event.key === 'Enter' && !event.currentTarget.getAttribute('aria-activedescendant'))
          choose(name);
      }}
      renderOption={({ option }) =>
        isNew && option.value === name ? `Create ${kind} “${name}”` : option.value
      }
    />
  );
}
