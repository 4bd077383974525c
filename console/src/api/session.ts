import type { ManageData } from '@outcrop/contract';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { manageOf, nowhere } from './manage.ts';

export type Me = ManageData<'getMe'>;
export type Workspace = Me['workspaces'][number];

/** Who is signed in, and where they belong. Asked before any page of a workspace is shown. */
export const me = queryOptions({
  queryKey: [nowhere, 'getMe'],
  queryFn: ({ signal }) => manageOf(nowhere).call('getMe', { signal }),
  staleTime: 60_000,
});

export const useMe = (): Me => useSuspenseQuery(me).data;

export const useWorkspaceId = (): string => useParams({ strict: false }).workspaceId ?? nowhere;

/** The workspace that the address names. The route has seen to it that there is one. */
export function useWorkspace(): Workspace {
  const id = useWorkspaceId();
  return useMe().workspaces.find((workspace) => workspace.id === id)!;
}
