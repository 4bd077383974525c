import type { EnrichmentJob, ManageData, Token } from '@outcrop/contract';

export interface WorkspaceProgress {
  tokens: Pick<Token, 'lastUsedAt'>[];
  boards: Pick<ManageData<'getBoards'>, 'lists' | 'stages'>;
  jobs: Pick<EnrichmentJob, 'done'>[];
  /** People who can sign in. */
  people: number;
}

export type Step = 'people' | 'list' | 'stage' | 'enrich' | 'invite' | 'token' | 'call';

/** Derived from the data: steps are never checked off by hand. */
export const completedSteps = ({
  tokens,
  boards,
  jobs,
  people,
}: WorkspaceProgress): Record<Step, boolean> => ({
  people: boards.stages.some(({ count }) => count > 0),
  list: boards.lists.some(({ count }) => count > 0),
  stage: boards.stages.some(({ id, count }) => id !== 'new' && count > 0),
  enrich: jobs.some(({ done }) => done > 0),
  invite: people > 1,
  token: tokens.length > 0,
  call: tokens.some(({ lastUsedAt }) => lastUsedAt !== null),
});
