import { Select, TextInput } from '@mantine/core';
import { paths } from '@outcrop/client';
import type { StatusClass } from '@outcrop/contract';
import { useState } from 'react';
import { useRead } from '../../api/lines.ts';
import { Filters } from '../../parts/panel.tsx';
import { idIn, statusNames } from './request-words.tsx';
import classes from './requests.module.css';
import type { RequestSearch } from './search.ts';

interface Props {
  search: RequestSearch;
  /** Paths that are on the page, beside those of the public API. */
  seen: string[];
  onChange: (search: RequestSearch) => void;
}

const publicPaths = Object.values(paths).map((line) => `/api/v1/ext${line.split(' ')[1]}`);

export function RequestFilters({ search, seen, onChange }: Props) {
  const { data } = useRead('getTokens');
  const set = (name: keyof RequestSearch, value: string | null) => {
    const { [name]: _, ...others } = search;
    onChange(value ? { ...others, [name]: value } : others);
  };
  const known = new Set([...publicPaths, ...seen, ...(search.path ? [search.path] : [])]);
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
          placeholder="Every path"
          data={[...known].sort()}
          value={search.path ?? null}
          onChange={(value) => set('path', value)}
          searchable
          clearable
        />
        <Select
          label="Status"
          placeholder="Every status"
          data={Object.entries(statusNames).map(([value, label]) => ({ value, label }))}
          value={search.status ?? null}
          onChange={(value) => set('status', value as StatusClass | null)}
          clearable
        />
        <Select
          label="Token"
          placeholder="Every token"
          data={(data?.tokens ?? []).map(({ id, name, user }) => ({
            value: id,
            label: `${name} (${user.name})`,
          }))}
          value={search.tokenId ?? null}
          onChange={(value) => set('tokenId', value)}
          searchable
          clearable
        />
        <TextInput
          type="date"
          label="From (UTC)"
          value={search.from ?? ''}
          onChange={(event) => set('from', event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label="To (UTC)"
          value={search.to ?? ''}
          onChange={(event) => set('to', event.currentTarget.value)}
        />
      </div>
    </Filters>
  );
}

interface IdProps {
  value: string;
  onChange: (id: string | null) => void;
}

/** Takes what is pasted, be it the id alone or the message around it. */
function CorrelationIdInput({ value, onChange }: IdProps) {
  const [typed, setTyped] = useState(value);
  const isUnfit = typed !== '' && idIn(typed) === null;
  return (
    <TextInput
      label="Correlation id"
      placeholder="Paste one to find its request"
      autoComplete="off"
      spellCheck={false}
      value={typed}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        const id = idIn(text);
        if (id) onChange(id);
        else if (text === '') onChange(null);
      }}
      error={
        isUnfit &&
        'Not a whole id yet. Every answer has one, as X-Correlation-Id and in its errors.'
      }
    />
  );
}
