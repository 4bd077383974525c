import type { AuditAction } from '@outcrop/contract';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { requireWorkspace, toLastWorkspace } from './arrivals.ts';
import { actionNames } from './pages/audit-words.ts';
import { enrichmentSearch, jobSearch } from './pages/enrichment/search.ts';
import { homeSearch } from './pages/home/search.ts';
import { importSearch } from './pages/import/search.ts';
import { listsSearch } from './pages/lists/search.ts';
import { pipelineSearch } from './pages/pipeline/search.ts';
import { prospectSearch } from './pages/prospects/search.ts';
import { requestSearch } from './pages/requests/search.ts';
import { usageSearch } from './pages/usage/search.ts';
import { webhookSearch } from './pages/webhooks/search.ts';
import type { PageAddress } from './pages.ts';
import { oneOf, textsOf } from './search.ts';
import {
  ConsoleFailure,
  NotFound,
  NoWorkspace,
  PageFailure,
  PageNotFound,
} from './shell/page-failure.tsx';

/** Unknown to this table: the type of a page leads back here, through the hooks that it uses. */
type Load = () => Promise<unknown>;
const lazily = (load: Load) =>
  lazyRouteComponent(load as () => Promise<{ default: ComponentType }>);
const loadShell: Load = () => import('./shell/shell.tsx');

const root = createRootRoute({ notFoundComponent: NotFound, errorComponent: ConsoleFailure });

/** Pages for those who are not signed in. */
const open = <const Path extends string>(path: Path, load: Load) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: (given: Record<string, unknown>) => textsOf(given, 'next'),
    component: lazily(load),
  });

const workspace = createRoute({
  getParentRoute: () => root,
  path: 'w/$workspaceId',
  beforeLoad: ({ params, location }) => requireWorkspace(params.workspaceId, location.href),
  component: lazily(loadShell),
  notFoundComponent: PageNotFound,
  errorComponent: ConsoleFailure,
});

/** A page of a workspace: its address, its code, and what its address may say after the `?`. */
const page = <const Path extends PageAddress | `${PageAddress}/${string}`, Search extends object>(
  path: Path,
  load: Load,
  search: (given: Record<string, unknown>) => Search,
) =>
  createRoute({
    getParentRoute: () => workspace,
    path,
    validateSearch: search,
    component: lazily(load),
  });
const nothing = () => ({});

const start = createRoute({
  getParentRoute: () => workspace,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ href: `/w/${params.workspaceId}/home`, replace: true });
  },
});

/** `/prospects`, `/settings/…` and so on without a workspace: the one used last. */
const without = <const Path extends string>(path: Path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: ({ location }) => toLastWorkspace(location.pathname),
    component: NoWorkspace,
    errorComponent: ConsoleFailure,
  });

const tree = root.addChildren([
  open('sign-in', () => import('./sign-in/sign-in.tsx')),
  open('second-factor', () => import('./sign-in/second-factor.tsx')),
  open('forgot', () => import('./sign-in/forgot.tsx')),
  open('reset', () => import('./sign-in/reset.tsx')),
  open('claim', () => import('./sign-in/claim.tsx')),
  open('invitation', () => import('./sign-in/invitation.tsx')),
  open('link', () => import('./sign-in/link.tsx')),
  without('/'),
  without('home'),
  without('prospects'),
  without('pipeline'),
  without('settings/$'),
  without('account'),
  workspace.addChildren([
    start,
    page('home', () => import('./pages/home.tsx'), homeSearch),
    page('prospects', () => import('./pages/prospects.tsx'), prospectSearch),
    page('prospects/import', () => import('./pages/import.tsx'), nothing),
    page('prospects/import/$importId', () => import('./pages/import-file.tsx'), importSearch),
    page('pipeline', () => import('./pages/pipeline.tsx'), pipelineSearch),
    page('lists', () => import('./pages/lists.tsx'), listsSearch),
    page('enrichment', () => import('./pages/enrichment.tsx'), enrichmentSearch),
    page('enrichment/$jobId', () => import('./pages/enrichment-job.tsx'), jobSearch),
    page('tasks', () => import('./pages/tasks.tsx'), nothing),
    page('tasks/$taskId', () => import('./pages/task.tsx'), nothing),
    page('settings/api', () => import('./pages/api.tsx'), nothing),
    page('settings/webhooks', () => import('./pages/webhooks.tsx'), nothing),
    page('settings/webhooks/$webhookId', () => import('./pages/webhook.tsx'), webhookSearch),
    page('settings/requests', () => import('./pages/requests.tsx'), requestSearch),
    page('settings/members', () => import('./pages/members.tsx'), nothing),
    page('settings/usage', () => import('./pages/usage.tsx'), usageSearch),
    page('settings/ai', () => import('./pages/ai.tsx'), nothing),
    page('settings/audit', () => import('./pages/audit.tsx'), auditSearch),
    page('settings/general', () => import('./pages/general.tsx'), nothing),
    page('account', () => import('./account/account.tsx'), nothing),
  ]),
]);

function auditSearch(given: Record<string, unknown>): { action?: AuditAction } {
  const action = oneOf(Object.keys(actionNames) as AuditAction[], given['action']);
  return action ? { action } : {};
}

export const router = createRouter({
  routeTree: tree,
  defaultErrorComponent: PageFailure,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
