import { useRead } from '../../api/lines.ts';

/** The latest jobs, asked for in one way so that they are read once. */
export const latestJobs = { query: { limit: '20' } };

/** How far the workspace has come, read again as often as asked for. */
export function useStanding(refetchInterval: number | false) {
  const tokens = useRead('getTokens', {}, { refetchInterval });
  const boards = useRead('getBoards', {}, { refetchInterval });
  const jobs = useRead('getEnrichmentJobs', latestJobs, { refetchInterval });
  const all = [tokens, boards, jobs];
  return {
    data:
      tokens.data && boards.data && jobs.data
        ? { tokens: tokens.data.tokens, boards: boards.data, jobs: jobs.data.jobs }
        : undefined,
    error: all.find(({ error }) => error)?.error ?? null,
    isPlaceholderData: false,
    refetch: () => {
      for (const query of all) void query.refetch();
    },
  };
}
