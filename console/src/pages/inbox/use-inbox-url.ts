import { getRouteApi, useNavigate, useParams } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type InboxFilters, type InboxSearch, inboxFilters, inboxSearch } from './search.ts';

const route = getRouteApi('/w/$workspaceId/inbox');

/** The filters, the open conversation and the open prospect, which are stored in the URL. */
export function useInboxUrl() {
  const filters = route.useSearch({ select: inboxFilters, structuralSharing: true });
  const { prospect } = route.useSearch();
  const { workspaceId } = route.useParams();
  const { conversationId = null } = useParams({ strict: false });
  const navigate = useNavigate();
  const setSearch = useCallback(
    (search: (before: InboxSearch) => InboxSearch, replace: boolean) =>
      void navigate({
        to: '.',
        search: (before) => search(inboxSearch(before)),
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
  const open = useCallback(
    (id: string, replace: boolean) =>
      void navigate({
        to: '/w/$workspaceId/inbox/$conversationId',
        params: { workspaceId, conversationId: id },
        search: inboxFilters,
        replace,
        resetScroll: false,
      }),
    [navigate, workspaceId],
  );
  const showList = useCallback(
    () =>
      void navigate({
        to: '/w/$workspaceId/inbox',
        params: { workspaceId },
        search: inboxFilters,
        resetScroll: false,
      }),
    [navigate, workspaceId],
  );
  return {
    filters,
    conversationId,
    prospect,
    open,
    showList,
    setFilter: (name: keyof InboxFilters, value: string | null) =>
      setSearch((before) => {
        const { [name]: _, ...others } = inboxFilters(before);
        return inboxFilters({ ...others, ...(value && { [name]: value }) });
      }, true),
    /** Keeps the state, which is not shown as a filter. */
    clearFilters: () => setSearch(({ state }) => inboxFilters({ state }), true),
    openProspect: (id: string) =>
      setSearch((before) => ({ ...inboxFilters(before), prospect: id }), false),
    closeProspect: () => setSearch(inboxFilters, false),
  };
}
