import type { Role } from '@outcrop/contract';

export const roleDescriptions: Record<Role, string> = {
  viewer: "Can view prospects, campaigns and the inbox, but can't make changes.",
  member: 'Can edit prospects, lists, tags and campaigns, and import and export.',
  admin: 'Can also manage members, all API tokens, webhooks and AI settings, and view logs.',
  owner: 'Full access, including managing Owners.',
};
