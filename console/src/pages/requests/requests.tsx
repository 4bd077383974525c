import { Text } from '@mantine/core';
import type { LoggedRequest } from '@outcrop/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useActorNames } from '../../api/actor-names.ts';
import { usePages } from '../../api/endpoints.ts';
import { DataTable } from '../../components/data-table.tsx';
import { formatNumber } from '../../components/format.ts';
import { TextLink } from '../../components/links.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { Snippet } from '../../components/snippet.tsx';
import { EmptyState, FilteredEmptyState } from '../../components/states.tsx';
import { RequestDrawer } from './request-drawer.tsx';
import { RequestFilters } from './request-filters.tsx';
import { RequestStatus, requestLine } from './request-labels.tsx';
import { type RequestSearch, requestQuery } from './search.ts';

const route = getRouteApi('/w/$workspaceId/settings/requests');

/** Requests are stored about a second after they complete. */
const refetchInterval = 5_000;

export default function Requests() {
  const { request, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const names = useActorNames();
  const pages = usePages(
    'getRequestLog',
    { query: requestQuery(filters) },
    ({ requests }) => requests,
    { refetchInterval },
  );
  const go = (search: RequestSearch, replace: boolean) =>
    void navigate({ search, replace, resetScroll: false });
  const callerName = ({ tokenId, tokenName, userId }: LoggedRequest) =>
    tokenId
      ? `${tokenName ?? 'revoked token'} (${names.user(userId)})`
      : `${names.user(userId)} via console`;
  const pathsOnPage = (pages.data ?? []).flatMap(({ path }) => path ?? []);
  return (
    <>
      <PageHeader title="Request log">
        API requests of the last 14 days. Personal data isn’t stored.
      </PageHeader>
      <RequestFilters
        search={filters}
        pathsOnPage={pathsOnPage}
        onChange={(search) => go(search, true)}
      />
      <QueryBoundary query={pages} what="the request log">
        {(requests) => {
          if (requests.length === 0 && !pages.hasNextPage)
            return Object.keys(filters).length > 0 ? (
              <FilteredEmptyState filters={describeFilters(filters)} onClear={() => go({}, true)} />
            ) : (
              <EmptyState
                title="No requests yet"
                snippet={<Snippet label="curl command" code={exampleCommand()} />}
              >
                Call the API and the request appears here within seconds.
              </EmptyState>
            );
          return (
            <DataTable
              label="Requests"
              rows={requests}
              keyOf={({ correlationId }) => correlationId}
              onOpen={({ correlationId }) => go({ ...filters, request: correlationId }, false)}
              more={pages}
              columns={[
                {
                  title: 'Request',
                  grow: true,
                  cell: (each) => (
                    <>
                      <TextLink
                        inherit
                        from="/w/$workspaceId/settings/requests"
                        to="."
                        search={{ ...filters, request: each.correlationId }}
                        resetScroll={false}
                        onClick={(event) => event.stopPropagation()}
                      >
                        {requestLine(each)}
                      </TextLink>
                      {each.problems.length > 0 && (
                        <Text size="xs" c="dimmed">
                          {problemsText(each.problems)}
                        </Text>
                      )}
                    </>
                  ),
                },
                { title: 'Status', cell: (each) => <RequestStatus {...each} /> },
                { title: 'Duration (ms)', align: 'end', cell: ({ ms }) => formatNumber(ms) },
                { title: 'By', cell: callerName },
                { title: 'When', align: 'end', cell: ({ at }) => <RelativeTime at={at} /> },
              ]}
            />
          );
        }}
      </QueryBoundary>
      {request && (
        <RequestDrawer
          key={request}
          correlationId={request}
          callerName={callerName}
          onClose={() => go(filters, false)}
        />
      )}
    </>
  );
}

const maxProblems = 2;

/** The first problems, and how many more there are. */
const problemsText = (problems: string[]): string =>
  [
    ...problems.slice(0, maxProblems),
    ...(problems.length > maxProblems ? [`${problems.length - maxProblems} more`] : []),
  ].join('; ');

const filterNames: Record<keyof Omit<RequestSearch, 'request'>, string> = {
  correlationId: 'correlation ID',
  status: 'status',
  path: 'path',
  tokenId: 'token',
  caller: 'caller',
  from: 'from',
  to: 'to',
};

const describeFilters = (filters: RequestSearch): string[] =>
  Object.entries(filters).map(
    ([name, value]) =>
      `${filterNames[name as keyof typeof filterNames]} ${name === 'tokenId' ? 'as selected' : value}`,
  );

const exampleCommand = () => `curl -i ${location.origin}/api/v1/ext/session \\
  -H "Authorization: Bearer $TOKEN"`;
