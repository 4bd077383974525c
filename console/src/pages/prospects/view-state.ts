import type { View } from '@outcrop/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../api/endpoints.ts';
import { type ProspectQuery, prospectQuery } from './search.ts';

const route = getRouteApi('/w/$workspaceId/prospects');

/** The view that is named in the URL. */
export function useCurrentView(): View | undefined {
  const { view: id } = route.useSearch();
  const { data } = useRead('getViews');
  return id === undefined ? undefined : data?.views.find((view) => view.id === id);
}

/** Filters and order as they are stored, in one spelling. */
export const queryText = (query: ProspectQuery): string =>
  new URLSearchParams(Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1))).toString();

/** Whether filters or order differ from the view. */
export const isQueryChanged = (view: View, query: ProspectQuery): boolean =>
  queryText(prospectQuery(Object.fromEntries(new URLSearchParams(view.query)))) !==
  queryText(query);
