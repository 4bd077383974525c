import { Select, TextInput } from '@mantine/core';
import { paths } from '@outcrop/client';
import type { StatusClass } from '@outcrop/contract';
import { useState } from 'react';
import { useRead } from '../../api/endpoints.ts';
import { DateRange } from '../../components/date-range.tsx';
import { Filters } from '../../components/panel.tsx';
import { findId, statusNames } from './request-labels.tsx';
import classes from './requests.module.css';
import type { RequestSearch } from './search.ts';

interface Props {
  search: RequestSearch;
  /** Offered in addition to the paths of the public API. */
  pathsOnPage: string[];
  onChange: (search: RequestSearch) => void;
}

const callers = [
  { value: 'token', label: 'By tokens' },
  { value: 'console', label: 'By the console' },
  { value: 'all', label: 'By anyone' },
];

const publicPaths = Object.values(paths).map((endpoint) => `/api/v1/ext${endpoint.split(' ')[1]}`);

export function RequestFilters({ search, pathsOnPage, onChange }: Props) {
  const { data } = useRead('getTokens');
  const set = (name: keyof RequestSearch, value: string | null) => {
    const { [name]: _, ...others } = search;
    onChange(value ? { ...others, [name]: value } : others);
  };
  const setCaller = (value: string | null) => {
    const { caller: _, tokenId: __, ...others } = search;
    if (value === null || value === 'token') onChange(others);
    else if (value === 'console' || value === 'all') onChange({ ...others, caller: value });
    else onChange({ ...others, tokenId: value });
  };
  const allPaths = new Set([...publicPaths, ...pathsOnPage, ...(search.path ? [search.path] : [])]);
  return (
    <Filters>
      <div className={classes.filters}>
        <CorrelationIdInput
          key={search.correlationId}
          value={search.correlationId ?? ''}
          onChange={(id) => set('correlationId', id)}
        />
        <Select
          label="Path"
          placeholder="All paths"
          data={[...allPaths].sort()}
          value={search.path ?? null}
          onChange={(value) => set('path', value)}
          searchable
          clearable
        />
        <Select
          label="Status"
          placeholder="All statuses"
          data={Object.entries(statusNames).map(([value, label]) => ({ value, label }))}
          value={search.status ?? null}
          onChange={(value) => set('status', value as StatusClass | null)}
          clearable
        />
        <Select
          label="Made by"
          data={[
            ...callers,
            {
              group: 'One token',
              items: (data?.tokens ?? []).map(({ id, name, user }) => ({
                value: id,
                label: `${name} (${user.name})`,
              })),
            },
          ]}
          value={search.tokenId ?? search.caller ?? (search.correlationId ? 'all' : 'token')}
          onChange={setCaller}
          searchable
          allowDeselect={false}
          comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
        />
        <DateRange from={search.from} to={search.to} onChange={set} />
      </div>
    </Filters>
  );
}

interface IdProps {
  value: string;
  onChange: (id: string | null) => void;
}

/** Accepts an ID, or a pasted error message that contains one. */
function CorrelationIdInput({ value, onChange }: IdProps) {
  const [typed, setTyped] = useState(value);
  const isIncomplete = typed !== '' && findId(typed) === null;
  return (
    <TextInput
      label="Correlation ID"
      placeholder="Correlation ID"
      autoComplete="off"
      spellCheck={false}
      value={typed}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        const id = findId(text);
        if (id) onChange(id);
        else if (text === '') onChange(null);
      }}
      error={
        isIncomplete &&
        'Incomplete ID. Find it in the X-Correlation-Id header or in the error response.'
      }
    />
  );
}
