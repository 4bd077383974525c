import { endpointQuery } from '../../api/endpoints.ts';
import { queryClient } from '../../api/query-client.ts';
import { pageSize } from './loaded-pages.ts';
import { type ProspectFilters, type ProspectSearch, prospectFilters } from './search.ts';

export const prospectsRequest = (filters: ProspectFilters, cursor: string | null) => ({
  query: { ...filters, pageSize: String(pageSize), ...(cursor && { cursor }) },
});

/** Requests the first rows before the page is rendered. */
export const prefetchProspects = (workspaceId: string, search: ProspectSearch): void => {
  const request = prospectsRequest(prospectFilters(search), null);
  void queryClient.prefetchQuery(endpointQuery(workspaceId, 'getProspects', request));
};
