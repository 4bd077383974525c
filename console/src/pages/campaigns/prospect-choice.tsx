import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useRead } from '../../api/endpoints.ts';

interface Props {
  campaignId: string;
  value: string | null;
  onChange: (prospectId: string) => void;
}

/** Any prospect of the workspace. Starts with someone who is enrolled. */
export function ProspectChoice({ campaignId, value, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 250);
  const found = useRead('getProspects', { query: { ...(q && { q }), pageSize: '20' } });
  const enrolled = useRead('getCampaignEnrollments', {
    params: { campaignId },
    query: { limit: '20' },
  });
  const options = new Map<string, string>();
  if (!q)
    for (const { prospectId, fullName, email } of enrolled.data?.enrollments ?? [])
      options.set(prospectId, fullName ?? email ?? 'No name');
  for (const { id, fullName, email } of found.data?.prospects ?? [])
    options.set(id, fullName ?? email ?? 'No name');
  const [chosen, setChosen] = useState('');
  if (value && chosen) options.set(value, chosen);
  const [first] = options.keys();
  useEffect(() => {
    if (value === null && first && enrolled.data) onChange(first);
  }, [value, first, enrolled.data, onChange]);
  return (
    <Select
      label="Preview for"
      placeholder={options.size === 0 ? 'No prospects yet' : 'Search prospects'}
      data={[...options].map(([id, label]) => ({ value: id, label }))}
      searchable
      allowDeselect={false}
      // The server has searched already.
      filter={({ options: all }) => all}
      value={value}
      onSearchChange={setTyped}
      onChange={(id, option) => {
        if (!id || !option) return;
        setChosen(option.label);
        onChange(id);
      }}
    />
  );
}
