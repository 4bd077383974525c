import { Select } from '@mantine/core';
import type { AuditAction } from '@outcrop/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useActorNames } from '../../api/actor-names.ts';
import { usePages } from '../../api/endpoints.ts';
import { DataTable } from '../../components/data-table.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Filters } from '../../components/panel.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { EmptyState, FilteredEmptyState } from '../../components/states.tsx';
import { actionNames, detailText } from './audit-labels.ts';

const route = getRouteApi('/w/$workspaceId/settings/audit');

export default function Audit() {
  const { action } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (next: string | null) =>
    void navigate({ search: next === null ? {} : { action: next as AuditAction }, replace: true });
  const names = useActorNames();
  const pages = usePages('getAudit', { query: action ? { action } : {} }, ({ entries }) => entries);
  return (
    <>
      <PageHeader title="Audit log">
        Who did what in this workspace, newest first. Entries can’t be edited.
      </PageHeader>
      <Filters>
        <Select
          label="Action"
          placeholder="All actions"
          data={Object.entries(actionNames).map(([value, label]) => ({ value, label }))}
          value={action ?? null}
          onChange={show}
          clearable
          searchable
          w={280}
        />
      </Filters>
      <QueryBoundary query={pages} what="the audit log">
        {(entries) => {
          if (entries.length === 0)
            return action ? (
              <FilteredEmptyState
                filters={[`action ${actionNames[action]}`]}
                onClear={() => show(null)}
              />
            ) : (
              <EmptyState title="No entries yet">Changes appear here.</EmptyState>
            );
          return (
            <DataTable
              label="Audit log"
              rows={entries}
              keyOf={({ id }) => id}
              more={pages}
              columns={[
                { title: 'Action', cell: (entry) => actionNames[entry.action] },
                { title: 'Details', grow: true, cell: (entry) => detailText(entry.detail) },
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
      </QueryBoundary>
    </>
  );
}
