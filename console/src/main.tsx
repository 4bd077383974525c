import './theme/base.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient, sessionEndCount } from './api/query-client.ts';
import { applyDensity } from './browser/preferences.ts';
import { readStorage } from './browser/store.ts';
import { router } from './routes.tsx';
import { theme } from './theme/theme.ts';

applyDensity();
window.addEventListener('storage', ({ key }) => readStorage(key));
// Reruns the route guards, which redirect to the sign-in page.
sessionEndCount.subscribe(() => void router.invalidate());
createRoot(document.getElementById('console')!).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
