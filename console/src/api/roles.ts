import { atLeast, type Role } from '@outcrop/contract/roles';
import { useWorkspace } from './session.ts';

export const roleNames: Record<Role, string> = {
  viewer: 'Viewer',
  member: 'Member',
  admin: 'Admin',
  owner: 'Owner',
};

/** Why the user's role is not sufficient, or null if it is. For `disabledReason`. */
export function useDisabledReason(needed: Role): string | null {
  const { role } = useWorkspace();
  if (atLeast(role, needed)) return null;
  const required = `the ${roleNames[needed]} role${needed === 'owner' ? '' : ' or higher'}`;
  return `Requires ${required}. Your role is ${roleNames[role]}. Ask an Admin for access.`;
}

export const roleWithArticle = (role: Role): string =>
  `${/^[ao]/.test(role) ? 'an' : 'a'} ${roleNames[role]}`;
