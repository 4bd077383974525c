import type { LoggedRequest } from '@outcrop/contract';
import { getRouteApi } from '@tanstack/react-router';
import { usePages } from '../api/lines.ts';
import { useNames } from '../api/names.ts';
import { DataTable } from '../parts/data-table.tsx';
import { TextLink } from '../parts/links.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { EmptyState, FilteredEmptyState } from '../parts/states.tsx';
import { RequestDrawer } from './requests/request-drawer.tsx';
import { RequestFilters } from './requests/request-filters.tsx';
import { RequestStatus, requestLine, shortId } from './requests/request-words.tsx';
import type { RequestSearch } from './requests/search.ts';

const route = getRouteApi('/w/$workspaceId/settings/requests');

/** Someone has an error with a correlation id; an Admin looks what became of that request. */
export default function Requests() {
  const { request, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const names = useNames();
  const pages = usePages('getRequestLog', { query: filters }, ({ requests }) => requests);
  const go = (search: RequestSearch, replace: boolean) =>
    void navigate({ search, replace, resetScroll: false });
  const callerOf = ({ tokenId, tokenName, userId }: LoggedRequest) =>
    tokenId
      ? `${tokenName ?? 'a token that has ended'} (${names.user(userId)})`
      : `${names.user(userId)}, at the console`;
  const seen = (pages.data ?? []).flatMap(({ path }) => path ?? []);
  return (
    <>
      <PageHeader title="Request log">
        Every call of the last 14 days, by token or from the console, newest first. What was said
        about people is not kept.
      </PageHeader>
      <RequestFilters search={filters} seen={seen} onChange={(search) => go(search, true)} />
      <Loaded query={pages} what="the request log">
        {(requests) => {
          if (requests.length === 0 && !pages.hasNextPage)
            return Object.keys(filters).length > 0 ? (
              <FilteredEmptyState filters={inWords(filters)} onClear={() => go({}, true)} />
            ) : (
              <EmptyState
                title="No requests yet"
                snippet={<Snippet label="curl command" code={firstCall()} />}
              >
                Call the API, and the request shows here within a second or two.
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
                  ),
                },
                { title: 'Status', cell: (each) => <RequestStatus {...each} /> },
                { title: 'ms', align: 'end', cell: ({ ms }) => ms.toLocaleString('en') },
                { title: 'By', cell: callerOf },
                {
                  title: 'Correlation id',
                  cell: ({ correlationId }) => (
                    <code title={correlationId}>{shortId(correlationId)}</code>
                  ),
                },
                { title: 'When', align: 'end', cell: ({ at }) => <RelativeTime at={at} /> },
              ]}
            />
          );
        }}
      </Loaded>
      {request && (
        <RequestDrawer
          key={request}
          correlationId={request}
          callerOf={callerOf}
          onClose={() => go(filters, false)}
        />
      )}
    </>
  );
}

const filterNames: Record<keyof Omit<RequestSearch, 'request'>, string> = {
  correlationId: 'correlation id',
  status: 'status',
  path: 'path',
  tokenId: 'token',
  from: 'from',
  to: 'to',
};

const inWords = (filters: RequestSearch): string[] =>
  Object.entries(filters).map(
    ([name, value]) =>
      `${filterNames[name as keyof typeof filterNames]} ${name === 'tokenId' ? 'as chosen' : value}`,
  );

const firstCall = () => `curl -i ${location.origin}/api/v1/ext/session \\
  -H "Authorization: Bearer $TOKEN"`;
