import type { EndpointId } from './endpoints.ts';

/** How the reference groups the operations for its readers. */
export const topics: Record<string, { description: string; operations: EndpointId[] }> = {
  Access: {
    description: 'Whom a token acts for, and what is left of the month.',
    operations: ['getSession'],
  },
  People: {
    description: 'Adding people, finding them again, and keeping them in order.',
    operations: ['postLeads', 'getProspects', 'getBoards', 'postBulk', 'postEnrich'],
  },
  Outreach: {
    description: 'Writing to people, and reading what they answer.',
    operations: ['getCampaigns', 'postCampaigns', 'getInbox'],
  },
};

/** Every operation, in the order in which a reader meets them. */
export const operationIds = Object.values(topics).flatMap(({ operations }) => operations);

export const topicOf = (id: string): string | undefined =>
  Object.keys(topics).find((name) => topics[name]!.operations.some((each) => each === id));
