import { Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { ManageData } from '@outcrop/contract';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useKey } from '../../browser/keys.ts';
import { Filters } from '../../components/panel.tsx';
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
        <SearchInput value={filters.q ?? ''} onChange={(text) => set('q', text)} />
        <Select label="List" placeholder="All lists" {...choice('listId', boards.lists)} />
        <Select label="Tag" placeholder="All tags" {...choice('tagId', boards.tags)} />
      </div>
    </Filters>
  );
}

interface SearchInputProps {
  value: string;
  onChange: (text: string) => void;
}

/** Debounced; the search is stored in the URL. */
function SearchInput({ value, onChange }: SearchInputProps) {
  const [state, setState] = useState({ typed: value, sent: value, seen: value });
  // The URL has changed. Keep what is being typed if the change came from this input.
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
      placeholder="Name, title, company, email…"
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
