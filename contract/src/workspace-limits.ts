/** How many of each a workspace can have. Archived campaigns count too. */
export const mostPerWorkspace = { list: 1_000, tag: 1_000, campaign: 10_000 } as const;

/** Tokens that work at the same time for one user of a workspace. */
export const maxTokensPerUser = 50;

/** Invitations that a workspace can send in any 24 hours, taken back or not. */
export const maxInvitationsPerDay = 50;
