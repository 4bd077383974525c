import { Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { ManageData } from '@outcrop/contract';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Filters } from '../../parts/panel.tsx';
import { useKey } from '../../shell/keys.ts';
import classes from './pipeline.module.css';
import type { PipelineFilters as Shown } from './search.ts';

interface Props {
  filters: Shown;
  boards: ManageData<'getBoards'>;
  onChange: (filters: Shown) => void;
}

export function PipelineFilters({ filters, boards, onChange }: Props) {
  const set = (name: keyof Shown, value: string | null) => {
    const { [name]: _, ...others } = filters;
    onChange(value ? { ...others, [name]: value } : others);
  };
  const choice = (name: 'listId' | 'tagId', rows: { id: string; name: string }[]) => ({
    data: rows.map(({ id, name: label }) => ({ value: id, label })),
    value: filters[name] ?? null,
    onChange: (value: string | null) => set(name, value),
    searchable: true,
    clearable: true,
  });
  return (
    <Filters>
      <div className={classes.filters}>
        <Words value={filters.q ?? ''} onChange={(words) => set('q', words)} />
        <Select label="List" placeholder="Every list" {...choice('listId', boards.lists)} />
        <Select label="Tag" placeholder="Every tag" {...choice('tagId', boards.tags)} />
      </div>
    </Filters>
  );
}

interface WordsProps {
  value: string;
  onChange: (words: string) => void;
}

/** What is typed goes into the address once the typing pauses. */
function Words({ value, onChange }: WordsProps) {
  const [state, setState] = useState({ typed: value, sent: value, seen: value });
  // The address has changed; by other means than this, if it is not what was sent.
  if (value !== state.seen)
    setState({ typed: value === state.sent ? state.typed : value, sent: value, seen: value });
  const send = useDebouncedCallback((typed: string) => {
    const sent = typed.trim();
    setState((before) => ({ ...before, sent }));
    onChange(sent);
  }, 250);
  const input = useRef<HTMLInputElement>(null);
  useKey('/', 'Search', () => input.current?.focus());
  return (
    <TextInput
      ref={input}
      type="search"
      label="Search"
      placeholder="Name, title, company, e-mail"
      leftSection={<IconSearch size={16} aria-hidden />}
      value={state.typed}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        setState((before) => ({ ...before, typed }));
        send(typed);
      }}
    />
  );
}
