import type { ManageData } from '@outcrop/contract';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { manageClient, noWorkspace } from './manage.ts';

export type Me = ManageData<'getMe'>;
export type Workspace = Me['workspaces'][number];

/** The signed-in user and their workspaces. Loaded before any page of a workspace. */
export const meQuery = queryOptions({
  queryKey: [noWorkspace, 'getMe'],
  queryFn: ({ signal }) => manageClient(noWorkspace).call('getMe', { signal }),
  staleTime: 60_000,
});

export const useMe = (): Me => useSuspenseQuery(meQuery).data;

export const useWorkspaceId = (): string => useParams({ strict: false }).workspaceId ?? noWorkspace;

/** The workspace in the URL. The route guard ensures that the user is a member of it. */
export function useWorkspace(): Workspace {
  const id = useWorkspaceId();
  return useMe().workspaces.find((workspace) => workspace.id === id)!;
}
