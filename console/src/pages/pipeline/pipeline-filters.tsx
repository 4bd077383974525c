import { Select } from '@mantine/core';
import type { ManageData } from '@outcrop/contract';
import { Filters } from '../../components/panel.tsx';
import { SearchInput } from '../../components/search-input.tsx';
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
        <SearchInput
          label="Search"
          placeholder="Name, title, company, email…"
          maxLength={500}
          shortcutLabel="Search"
          text={filters.q ?? ''}
          onChange={(text) => set('q', text)}
        />
        <Select label="List" placeholder="All lists" {...choice('listId', boards.lists)} />
        <Select label="Tag" placeholder="All tags" {...choice('tagId', boards.tags)} />
      </div>
    </Filters>
  );
}
