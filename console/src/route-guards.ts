import { OutcropError } from '@outcrop/client';
import { notFound, redirect, rootRouteId } from '@tanstack/react-router';
import { endpointQuery } from './api/endpoints.ts';
import { noWorkspace } from './api/manage.ts';
import { queryClient } from './api/query-client.ts';
import { type Me, meQuery } from './api/session.ts';
import { readPreference, setPreference } from './browser/preferences.ts';

/** Redirects to the sign-in page without a session, or to the setup page of a new instance. */
export async function requireSession(address: string): Promise<Me> {
  try {
    return await queryClient.ensureQueryData(meQuery);
  } catch (error) {
    if (!(error instanceof OutcropError) || error.status !== 401) throw error;
    const setup = await queryClient.ensureQueryData(endpointQuery(noWorkspace, 'getSetup'));
    if (!setup.claimed) throw redirect({ to: '/claim' });
    throw redirect({ to: '/sign-in', search: address === '/' ? {} : { next: address } });
  }
}

export async function requireWorkspace(id: string, address: string): Promise<void> {
  const { workspaces } = await requireSession(address);
  if (!workspaces.some((workspace) => workspace.id === id))
    throw notFound({ routeId: rootRouteId });
  setPreference('workspace', id);
}

/** Redirects to the same path and search parameters in the workspace that was used last. */
export async function redirectToLastWorkspace(path: string): Promise<void> {
  const { workspaces } = await requireSession(path);
  const last = workspaces.find(({ id }) => id === readPreference('workspace')) ?? workspaces[0];
  if (last) throw redirect({ href: `/w/${last.id}${path === '/' ? '' : path}`, replace: true });
}
