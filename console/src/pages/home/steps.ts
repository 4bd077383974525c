import type { EnrichmentJob, ManageData, Token } from '@outcrop/contract';

export interface WorkspaceProgress {
  tokens: Pick<Token, 'lastUsedAt'>[];
  boards: Pick<ManageData<'getBoards'>, 'lists' | 'stages'>;
  jobs: Pick<EnrichmentJob, 'done'>[];
}

export type Step = 'token' | 'call' | 'people' | 'list' | 'enrich';

/** Derived from the data: steps are never checked off by hand. */
export const completedSteps = ({
  tokens,
  boards,
  jobs,
}: WorkspaceProgress): Record<Step, boolean> => ({
  token: tokens.length > 0,
  call: tokens.some(({ lastUsedAt }) => lastUsedAt !== null),
  people: boards.stages.some(({ count }) => count > 0),
  list: boards.lists.some(({ count }) => count > 0),
  enrich: jobs.some(({ done }) => done > 0),
});
