import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useDisabledReason } from '../api/roles.ts';
import { PageHeader } from '../components/page-header.tsx';
import { ForbiddenState } from '../components/states.tsx';
import { findPage } from '../pages.ts';

/** The page, or a notice if the user's role is not sufficient. */
export function RequireRole({ children }: { children: ReactNode }) {
  const page = useRouterState({ select: ({ location }) => findPage(location.pathname) });
  const reason = useDisabledReason(page?.role ?? 'viewer');
  if (reason === null || !page) return children;
  return (
    <>
      <PageHeader title={page.title} />
      <ForbiddenState>{reason}</ForbiddenState>
    </>
  );
}
