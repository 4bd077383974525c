import { Autocomplete } from '@mantine/core';
import { useState } from 'react';

interface Props {
  kind: 'list' | 'tag';
  label: string;
  /** Those that exist and can be chosen. */
  names: string[];
  onChosen: (name: string) => void;
  onClose: () => void;
}

/** A name that is there already, or a new one. Enter takes it. */
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
      placeholder={`Name of a ${kind}`}
      autoFocus
      data={isNew ? [...names, name] : names}
      limit={50}
      value={typed}
      onChange={setTyped}
      onOptionSubmit={choose}
      onBlur={onClose}
      onKeyDown={(event) => {
        // With an option under the arrows, Enter means that option, and the list takes it.
        if (event.key === 'Enter' && !event.currentTarget.getAttribute('aria-activedescendant'))
          choose(name);
      }}
      renderOption={({ option }) =>
        isNew && option.value === name ? `New ${kind} “${name}”` : option.value
      }
    />
  );
}
