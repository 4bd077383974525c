import { useRead } from '../../api/endpoints.ts';

/** Shared, so that the same query is used everywhere. */
export const latestJobs = { query: { limit: '20' } };

export function useWorkspaceProgress(refetchInterval: number | false) {
  const tokens = useRead('getTokens', {}, { refetchInterval });
  const boards = useRead('getBoards', {}, { refetchInterval });
  const jobs = useRead('getEnrichmentJobs', latestJobs, { refetchInterval });
  const members = useRead('getMembers', {}, { refetchInterval });
  const all = [tokens, boards, jobs, members];
  return {
    data:
      tokens.data && boards.data && jobs.data && members.data
        ? {
            tokens: tokens.data.tokens,
            boards: boards.data,
            jobs: jobs.data.jobs,
            people: members.data.members.filter(({ kind }) => kind === 'person').length,
          }
        : undefined,
    error: all.find(({ error }) => error)?.error ?? null,
    isPlaceholderData: false,
    refetch: () => {
      for (const query of all) void query.refetch();
    },
  };
}
