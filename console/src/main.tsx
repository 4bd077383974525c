import './theme/base.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queries, sessionsEnded } from './api/queries.ts';
import { router } from './routes.tsx';
import { showDensity } from './shell/preferences.ts';
import { theme } from './theme/theme.ts';

showDensity();
// The route asks anew who is signed in, finds nobody, and leads to the sign-in page.
sessionsEnded.subscribe(() => void router.invalidate());
createRoot(document.getElementById('console')!).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
