import { Manage } from '@outcrop/client';
import { askForPassword } from './reauthentication.ts';

/** Stands for no workspace, in lines about a person or the instance. */
export const nowhere = '';

const clients = new Map<string, Manage>();

/** The lines of one workspace, each call under its name. */
export function manageOf(workspaceId: string): Manage {
  const known = clients.get(workspaceId);
  if (known) return known;
  const made = new Manage({
    baseUrl: '/api/v1/manage',
    ...(workspaceId !== nowhere && { workspaceId }),
    reauthenticate: askForPassword,
  });
  clients.set(workspaceId, made);
  return made;
}
