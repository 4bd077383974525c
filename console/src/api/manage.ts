import { Manage } from '@outcrop/client';
import { askForPassword } from './reauthentication.ts';

/** For endpoints about the user or the instance instead of a workspace. */
export const noWorkspace = '';

const clients = new Map<string, Manage>();

/** The API client of a workspace. */
export function manageClient(workspaceId: string): Manage {
  const existing = clients.get(workspaceId);
  if (existing) return existing;
  const client = new Manage({
    baseUrl: '/api/v1/manage',
    ...(workspaceId !== noWorkspace && { workspaceId }),
    reauthenticate: askForPassword,
  });
  clients.set(workspaceId, client);
  return client;
}
