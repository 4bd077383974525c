import type { Role } from '@outcrop/contract';

/** What each role may do, for someone who has to choose one. */
export const roleWords: Record<Role, string> = {
  viewer: 'Sees prospects, campaigns and the inbox, and changes nothing.',
  member: 'Works with prospects, lists, tags and campaigns; imports and exports.',
  admin: 'Also manages members, everyone’s tokens, webhooks and AI, and reads the logs.',
  owner: 'Can do everything, and alone decides who else is an Owner.',
};

/** Lowest first. */
export const roles = Object.keys(roleWords) as Role[];
