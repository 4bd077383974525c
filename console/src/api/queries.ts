import { OutcropError, repeatAfter } from '@outcrop/client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { nowhere } from './manage.ts';
import { rateLimitedUntil } from './rate-limit.ts';
import { stored } from './stored.ts';

/** Counts how often a session turned out to have ended; main.tsx leads to the sign-in page then. */
export const sessionsEnded = stored(0);

/** Sees every failure, wherever it came from. */
function notice(error: unknown): void {
  if (!(error instanceof OutcropError)) return;
  if (error.code === 'rate_limited')
    rateLimitedUntil.set(Date.now() + (error.retryAfter ?? 60) * 1_000);
  // Whoever was not signed in has lost nothing: their password was wrong.
  const wasSignedIn = queries.getQueryData([nowhere, 'getMe']) !== undefined;
  if (error.status === 401 && wasSignedIn) {
    queries.clear();
    sessionsEnded.set(sessionsEnded.get() + 1);
  }
}

export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: notice }),
  mutationCache: new MutationCache({ onError: notice }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (attempt, error) => {
        notice(error);
        return repeatAfter(error, attempt) !== null;
      },
      retryDelay: (attempt, error) => repeatAfter(error, attempt) ?? 0,
    },
    // What a write answers may be a secret: nothing keeps it longer than what shows it.
    mutations: { retry: false, gcTime: 0 },
  },
});
