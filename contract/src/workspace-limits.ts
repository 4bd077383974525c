/** Archived campaigns count too. */
export const maxPerWorkspace = {
  list: 1_000,
  tag: 1_000,
  campaign: 10_000,
  mailbox: 10_000,
} as const;

export const maxTokensPerUser = 50;

/** The token of a connected browser ends after so many days without use. */
export const browserTokenDays = 90;

/** Per 24 hours, including revoked invitations. */
export const maxInvitationsPerDay = 50;
