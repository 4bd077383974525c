import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import {
  type ProspectFilters,
  type ProspectSearch,
  type ProspectSort,
  prospectFilters,
  prospectQuery,
  prospectSearch,
  tableSearch,
} from './search.ts';

const route = getRouteApi('/w/$workspaceId/prospects');

/** The filters, the order and the open prospect, which are stored in the URL. */
export function useUrlState() {
  const { prospect, view } = route.useSearch();
  // Structural sharing keeps the same object while the filters are the same.
  const filters = route.useSearch({ select: prospectFilters, structuralSharing: true });
  const query = route.useSearch({ select: prospectQuery, structuralSharing: true });
  const params = route.useParams();
  const navigate = route.useNavigate();
  const go = useCallback(
    (search: (before: ProspectSearch) => ProspectSearch, replace: boolean) =>
      void navigate({ search, replace, resetScroll: false }),
    [navigate],
  );
  const setFilter = useCallback(
    (name: keyof ProspectFilters, value: string | null) =>
      go((before) => {
        const { [name]: _, ...others } = prospectSearch(before);
        return value ? { ...others, [name]: value } : others;
      }, true),
    [go],
  );
  const setSort = useCallback(
    (sort: ProspectSort) => go((before) => prospectSearch({ ...before, sort }), true),
    [go],
  );
  const move = useCallback(
    (id: string) => go((before) => ({ ...before, prospect: id }), true),
    [go],
  );
  const here = useRouter().buildLocation({
    to: '/w/$workspaceId/prospects',
    params,
    search: { ...query, ...(view && { view }) },
  }).href;
  useFocusAfter(prospect);
  return {
    filters,
    query,
    prospect,
    setFilter,
    setSort,
    clear: () =>
      go(
        ({ sort, view, prospect }) => ({
          ...(sort && { sort }),
          ...(view && { view }),
          ...(prospect && { prospect }),
        }),
        true,
      ),
    open: (id: string) => go((before) => ({ ...before, prospect: id }), false),
    /** Without an entry in the history for each prospect. */
    move,
    close: () => go(tableSearch, false),
    hrefOf: (id: string) => `${here}${here.includes('?') ? '&' : '?'}prospect=${id}`,
  };
}

/** Returns the focus to the row when the drawer is closed. */
function useFocusAfter(prospect: string | undefined): void {
  const opened = useRef(prospect);
  useEffect(() => {
    const before = opened.current;
    opened.current = prospect;
    if (prospect || !before || document.activeElement !== document.body) return;
    const link = document.querySelector(`[role="row"] a[href$="prospect=${CSS.escape(before)}"]`);
    link?.closest<HTMLElement>('[role="row"]')?.focus({ preventScroll: true });
  }, [prospect]);
}
