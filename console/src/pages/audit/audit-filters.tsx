import { Select } from '@mantine/core';
import type { AuditAction } from '@outcrop/contract';
import { useRead } from '../../api/endpoints.ts';
import { DateRange } from '../../components/date-range.tsx';
import { Filters } from '../../components/panel.tsx';
import { actionNames } from './audit-labels.ts';
import type { AuditSearch } from './search.ts';

interface Props {
  search: AuditSearch;
  onChange: (search: AuditSearch) => void;
}

export function AuditFilters({ search, onChange }: Props) {
  const { data: members } = useRead('getMembers');
  const { data: tokens } = useRead('getTokens');
  const set = (name: keyof AuditSearch, value: string | null) => {
    const { [name]: _, ...others } = search;
    onChange(value ? { ...others, [name]: value } : others);
  };
  return (
    <Filters>
      <Select
        label="Action"
        placeholder="All actions"
        data={Object.entries(actionNames).map(([value, label]) => ({ value, label }))}
        value={search.action ?? null}
        onChange={(value) => set('action', value as AuditAction | null)}
        clearable
        searchable
      />
      <Select
        label="Done by"
        placeholder="Anyone"
        data={[
          {
            group: 'Members',
            items: (members?.members ?? []).map(({ userId, name }) => ({
              value: userId,
              label: name,
            })),
          },
          {
            group: 'Tokens',
            items: (tokens?.tokens ?? []).map(({ id, name, user }) => ({
              value: id,
              label: `${name} (${user.name})`,
            })),
          },
        ]}
        value={search.actorId ?? null}
        onChange={(value) => set('actorId', value)}
        clearable
        searchable
      />
      <DateRange from={search.from} to={search.to} onChange={set} />
    </Filters>
  );
}
