import { OutcropError, retryDelayMs } from '@outcrop/client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { createStore } from '../browser/store.ts';
import { noWorkspace } from './manage.ts';
import { rateLimitedUntil } from './rate-limit.ts';

/** Incremented when a call finds the session ended; main.tsx then redirects to the sign-in page. */
export const sessionEndCount = createStore(0);

function handleError(error: unknown): void {
  if (!(error instanceof OutcropError)) return;
  if (error.code === 'rate_limited')
    rateLimitedUntil.set(Date.now() + (error.retryAfter ?? 60) * 1_000);
  // Without a session, a 401 is a wrong password on the sign-in page.
  const wasSignedIn = queryClient.getQueryData([noWorkspace, 'getMe']) !== undefined;
  if (error.status === 401 && wasSignedIn) {
    queryClient.clear();
    sessionEndCount.set(sessionEndCount.get() + 1);
  }
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: handleError }),
  mutationCache: new MutationCache({ onError: handleError }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (attempt, error) => {
        handleError(error);
        return retryDelayMs(error, attempt) !== null;
      },
      retryDelay: (attempt, error) => retryDelayMs(error, attempt) ?? 0,
    },
    // Responses may contain secrets, so they are not cached.
    mutations: { retry: false, gcTime: 0 },
  },
});
