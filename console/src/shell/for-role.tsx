import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useReasonAgainst } from '../api/roles.ts';
import { pageAt } from '../pages.ts';
import { PageHeader } from '../parts/page-header.tsx';
import { ForbiddenState } from '../parts/states.tsx';

/** A page, or for whom it is. */
export function ForRole({ children }: { children: ReactNode }) {
  const page = useRouterState({ select: ({ location }) => pageAt(location.pathname) });
  const reason = useReasonAgainst(page?.role ?? 'viewer');
  if (reason === null || !page) return children;
  return (
    <>
      <PageHeader title={page.title} />
      <ForbiddenState>{reason}</ForbiddenState>
    </>
  );
}
