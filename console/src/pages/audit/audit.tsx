import { getRouteApi } from '@tanstack/react-router';
import { useActorNames } from '../../api/actor-names.ts';
import { usePages } from '../../api/endpoints.ts';
import { DataTable } from '../../components/data-table.tsx';
import { TextLink } from '../../components/links.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { EmptyState, FilteredEmptyState } from '../../components/states.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { actionNames } from './audit-labels.ts';
import { DownloadLog } from './download-log.tsx';
import { EntryDrawer } from './entry-drawer.tsx';
import type { AuditSearch } from './search.ts';
import { sentenceOf } from './sentences.ts';

const route = getRouteApi('/w/$workspaceId/settings/audit');

export default function Audit() {
  const { entry: openId, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const go = (search: AuditSearch, replace: boolean) =>
    void navigate({ search, replace, resetScroll: false });
  const names = useActorNames();
  const pages = usePages('getAudit', { query: filters }, ({ entries }) => entries);
  const opened = pages.data?.find(({ id }) => id === openId);
  return (
    <>
      <PageHeader title="Audit log" action={<DownloadLog filters={filters} />}>
        Changes in this workspace, newest first. Entries can’t be edited.
      </PageHeader>
      <AuditFilters search={filters} onChange={(search) => go(search, true)} />
      <QueryBoundary query={pages} what="the audit log">
        {(entries) => {
          if (entries.length === 0)
            return Object.keys(filters).length > 0 ? (
              <FilteredEmptyState
                filters={describe(filters, names.any)}
                onClear={() => go({}, true)}
              />
            ) : (
              <EmptyState title="No entries yet">Changes appear here.</EmptyState>
            );
          return (
            <DataTable
              label="Audit log"
              rows={entries}
              keyOf={({ id }) => id}
              onOpen={({ id }) => go({ ...filters, entry: id }, false)}
              more={pages}
              columns={[
                {
                  title: 'What happened',
                  grow: true,
                  cell: (entry) => (
                    <TextLink
                      inherit
                      from="/w/$workspaceId/settings/audit"
                      to="."
                      search={{ ...filters, entry: entry.id }}
                      resetScroll={false}
                      onClick={(event) => event.stopPropagation()}
                    >
                      {sentenceOf(entry, names)}
                    </TextLink>
                  ),
                },
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
      {opened && (
        <EntryDrawer
          entry={opened}
          sentence={sentenceOf(opened, names)}
          onClose={() => go(filters, false)}
        />
      )}
    </>
  );
}

const describe = (
  { action, actorId, from, to }: AuditSearch,
  nameOf: (id: string) => string,
): string[] => [
  ...(action ? [`action ${actionNames[action]}`] : []),
  ...(actorId ? [`done by ${nameOf(actorId)}`] : []),
  ...(from ? [`from ${from}`] : []),
  ...(to ? [`to ${to}`] : []),
];
