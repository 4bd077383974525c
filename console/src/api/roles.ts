import type { Role } from '@outcrop/contract';
import { useWorkspace } from './session.ts';

const order: readonly Role[] = ['viewer', 'member', 'admin', 'owner'];
export const roleNames: Record<Role, string> = {
  viewer: 'Viewer',
  member: 'Member',
  admin: 'Admin',
  owner: 'Owner',
};

export const atLeast = (role: Role, needed: Role): boolean =>
  order.indexOf(role) >= order.indexOf(needed);

/** Why the user's role is not sufficient, or null if it is. For `disabledReason`. */
export function useDisabledReason(needed: Role): string | null {
  const { role } = useWorkspace();
  if (atLeast(role, needed)) return null;
  const required = `the ${roleNames[needed]} role${needed === 'owner' ? '' : ' or higher'}`;
  return `Requires ${required}. Your role is ${roleNames[role]}. Ask an Admin for access.`;
}

export const roleWithArticle = (role: Role): string =>
  `${/^[ao]/.test(role) ? 'an' : 'a'} ${roleNames[role]}`;
