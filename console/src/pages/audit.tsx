import { Select } from '@mantine/core';
import type { AuditAction } from '@outcrop/contract';
import { getRouteApi } from '@tanstack/react-router';
import { usePages } from '../api/lines.ts';
import { useNames } from '../api/names.ts';
import { DataTable } from '../parts/data-table.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { Filters } from '../parts/panel.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import { EmptyState, FilteredEmptyState } from '../parts/states.tsx';
import { actionNames, detailText } from './audit-words.ts';

const route = getRouteApi('/w/$workspaceId/settings/audit');

/** An Admin asks: who did that? */
export default function Audit() {
  const { action } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (next: string | null) =>
    void navigate({ search: next === null ? {} : { action: next as AuditAction }, replace: true });
  const names = useNames();
  const pages = usePages('getAudit', { query: action ? { action } : {} }, ({ entries }) => entries);
  return (
    <>
      <PageHeader title="Audit log">
        Who did what in this workspace, newest first. Nobody can change it.
      </PageHeader>
      <Filters>
        <Select
          label="Action"
          placeholder="Every action"
          data={Object.entries(actionNames).map(([value, label]) => ({ value, label }))}
          value={action ?? null}
          onChange={show}
          clearable
          searchable
          w={280}
        />
      </Filters>
      <Loaded query={pages} what="the audit log">
        {(entries) => {
          if (entries.length === 0)
            return action ? (
              <FilteredEmptyState
                filters={[`the action "${actionNames[action]}"`]}
                onClear={() => show(null)}
              />
            ) : (
              <EmptyState title="Nothing has been done here yet">
                Every change that someone or something makes will be told here.
              </EmptyState>
            );
          return (
            <DataTable
              label="Audit log"
              rows={entries}
              keyOf={({ id }) => id}
              more={pages}
              columns={[
                { title: 'Action', cell: (entry) => actionNames[entry.action] },
                { title: 'What', grow: true, cell: (entry) => detailText(entry.detail) },
                { title: 'By', cell: ({ actor }) => names.actor(actor) },
                {
                  title: 'When',
                  align: 'end',
                  cell: (entry) => <RelativeTime at={entry.createdAt} />,
                },
              ]}
            />
          );
        }}
      </Loaded>
    </>
  );
}
