import { OutcropError } from '@outcrop/client';
import { notFound, redirect, rootRouteId } from '@tanstack/react-router';
import { read } from './api/lines.ts';
import { nowhere } from './api/manage.ts';
import { queries } from './api/queries.ts';
import { type Me, me } from './api/session.ts';
import { readPreference, setPreference } from './shell/preferences.ts';

/** Whoever has no session signs in first, and comes back; a new instance is claimed first. */
async function requireSession(address: string): Promise<Me> {
  try {
    return await queries.ensureQueryData(me);
  } catch (error) {
    if (!(error instanceof OutcropError) || error.status !== 401) throw error;
    const setup = await queries.ensureQueryData(read(nowhere, 'getSetup'));
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

/** The same address inside the workspace that was used last. */
export async function toLastWorkspace(path: string): Promise<void> {
  const { workspaces } = await requireSession(path);
  const last = workspaces.find(({ id }) => id === readPreference('workspace')) ?? workspaces[0];
  if (last) throw redirect({ href: `/w/${last.id}${path === '/' ? '' : path}`, replace: true });
}
