import type { EnrichmentJob, ManageData, Token } from '@outcrop/contract';

/** What tells how far a workspace has come. */
export interface Standing {
  tokens: Pick<Token, 'lastUsedAt'>[];
  boards: Pick<ManageData<'getBoards'>, 'lists' | 'stages'>;
  jobs: Pick<EnrichmentJob, 'done'>[];
}

export type Step = 'token' | 'call' | 'people' | 'list' | 'enrich';

/** Which of the first steps have been taken; nobody ticks them by hand. */
export const stepsTaken = ({ tokens, boards, jobs }: Standing): Record<Step, boolean> => ({
  token: tokens.length > 0,
  call: tokens.some(({ lastUsedAt }) => lastUsedAt !== null),
  people: boards.stages.some(({ count }) => count > 0),
  list: boards.lists.some(({ count }) => count > 0),
  enrich: jobs.some(({ done }) => done > 0),
});
