import type { ManageBody, ManageEndpointId } from '@outcrop/contract';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { useWrite } from '../../api/endpoints.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { prospectEndpoints } from './change.ts';

/** Endpoints to refetch after a merge: the kept prospect gets what the other one had. */
const mergeEndpoints: ManageEndpointId[] = [
  ...prospectEndpoints,
  'getNotes',
  'getFollowUps',
  'getConversations',
  'getConversation',
];

/** Merges two prospects and returns the id of the kept one. */
export function useMerge() {
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const write = useWrite('postProspectsMerge');
  return async (body: ManageBody<'postProspectsMerge'>): Promise<string> => {
    const { prospect, mergedId } = await write.mutateAsync({ body });
    const isAffected = ({ queryKey: [workspace, endpoint] }: Query) =>
      workspace === workspaceId && mergeEndpoints.includes(endpoint as ManageEndpointId);
    const isAboutRemoved = ({ queryKey }: Query) => JSON.stringify(queryKey).includes(mergedId);
    // Not refetched, although the drawer of the removed prospect may still be open.
    void queryClient.invalidateQueries({ predicate: isAboutRemoved, refetchType: 'none' });
    void queryClient.invalidateQueries({
      predicate: (query) => isAffected(query) && !isAboutRemoved(query),
    });
    return prospect.id;
  };
}
