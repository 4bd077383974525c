/** Lowest first: each role includes the permissions of the ones before it. */
export const roles = ['viewer', 'member', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];

export const atLeast = (role: Role, needed: Role): boolean =>
  roles.indexOf(role) >= roles.indexOf(needed);
