/** How many of each a workspace can have. Archived campaigns count too. */
export const mostPerWorkspace = { list: 1_000, tag: 1_000, campaign: 10_000 } as const;
