import { endpointQuery } from '../../api/endpoints.ts';
import { queryClient } from '../../api/query-client.ts';
import { withOwnerId } from '../../features/prospect/owner.ts';
import { pageSize } from './loaded-pages.ts';
import { type ProspectQuery, type ProspectSearch, prospectQuery } from './search.ts';

export const prospectsRequest = (query: ProspectQuery, cursor: string | null) => ({
  query: { ...withOwnerId(query), pageSize: String(pageSize), ...(cursor && { cursor }) },
});

/** Requests the first rows before the page is rendered. */
export const prefetchProspects = (workspaceId: string, search: ProspectSearch): void => {
  const request = prospectsRequest(prospectQuery(search), null);
  void queryClient.prefetchQuery(endpointQuery(workspaceId, 'getProspects', request));
};
