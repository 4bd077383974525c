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

/** Why this user may not do what needs a role, or null if they may. Goes into `disabledReason`. */
export function useReasonAgainst(needed: Role): string | null {
  const { role } = useWorkspace();
  if (atLeast(role, needed)) return null;
  const who = needed === 'owner' ? 'an Owner' : `${withArticle(needed)} or higher`;
  return `This needs ${who}; you are ${withArticle(role)}. Ask an Admin of this workspace.`;
}

export const withArticle = (role: Role): string =>
  `${/^[ao]/.test(role) ? 'an' : 'a'} ${roleNames[role]}`;
