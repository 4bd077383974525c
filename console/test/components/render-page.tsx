import { MantineProvider } from '@mantine/core';
import type { Role } from '@outcrop/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, configure, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach } from 'vitest';
import { queryClient, sessionEndCount } from '../../src/api/query-client.ts';
import { rateLimitedUntil } from '../../src/api/rate-limit.ts';
import { router as consoleRouter } from '../../src/routes.tsx';
import { theme } from '../../src/theme/theme.ts';
import { type Answers, exampleIds, me, serveApi } from './api.ts';

// Whether an element is hidden takes most of a query's time, and jsdom has no style sheets.
configure({
  defaultHidden: true,
  asyncUtilTimeout: 20_000,
  // Without the whole document, which is printed at each attempt.
  getElementError: (message) =>
    new Error(`${message?.split('\n\n')[0]}\nThe page has: ${document.body.textContent}`),
});

afterEach(() => {
  cleanup();
  queryClient.clear();
  rateLimitedUntil.set(0);
});

interface Options {
  /** The role of the signed-in user; null without a session. */
  role?: Role | null;
  answers?: Answers;
}

/** Opens a page of the console in jsdom. `~` is the path of the workspace. */
export function renderPage(path: string, { role = 'owner', answers = {} }: Options = {}) {
  const requests = serveApi({ ...(role && { getMe: me(role) }), ...answers });
  const initialEntries = [path.replace(/^~/, `/w/${exampleIds.workspace}`)];
  const router = createRouter({
    ...consoleRouter.options,
    history: createMemoryHistory({ initialEntries }),
  });
  const unsubscribe = sessionEndCount.subscribe(() => void router.invalidate());
  render(
    <MantineProvider theme={theme} env="test" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
    { onRecoverableError: () => {} },
  );
  return {
    requests,
    user: userEvent.setup(),
    search: () => router.state.location.searchStr,
    path: () => router.state.location.pathname,
    unsubscribe,
  };
}
