import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { pickStrings } from './browser/search-parameters.ts';
import { apiSearch } from './pages/api/search.ts';
import { auditSearch } from './pages/audit/search.ts';
import { campaignSearch, campaignsSearch } from './pages/campaigns/search.ts';
import { enrichmentSearch, jobSearch } from './pages/enrichment/search.ts';
import { homeSearch } from './pages/home/search.ts';
import { importSearch } from './pages/import/search.ts';
import { inboxSearch } from './pages/inbox/search.ts';
import { listsSearch } from './pages/lists/search.ts';
import { mergeSearch } from './pages/merge/search.ts';
import { pipelineSearch } from './pages/pipeline/search.ts';
import { prefetchProspects } from './pages/prospects/requests.ts';
import { prospectSearch } from './pages/prospects/search.ts';
import { requestSearch } from './pages/requests/search.ts';
import SignIn from './pages/sign-in/sign-in.tsx';
import { usageSearch } from './pages/usage/search.ts';
import { webhookSearch } from './pages/webhooks/search.ts';
import type { PagePath } from './pages.ts';
import { redirectToLastWorkspace, requireSession, requireWorkspace } from './route-guards.ts';
import {
  ConsoleFailure,
  NotFound,
  NoWorkspace,
  PageFailure,
  PageNotFound,
} from './shell/page-failure.tsx';

/** `unknown` breaks a circular type: pages use the router's types through their hooks. */
type Load = () => Promise<unknown>;
const lazyPage = (load: Load) =>
  lazyRouteComponent(load as () => Promise<{ default: ComponentType }>);
const loadShell: Load = () => import('./shell/shell.tsx');

const root = createRootRoute({ notFoundComponent: NotFound, errorComponent: ConsoleFailure });

/** A page that needs no session. */
const publicPage = <const Path extends string>(path: Path, load: Load) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: (given: Record<string, unknown>) => pickStrings(given, 'next'),
    component: lazyPage(load),
  });

/** Where a provider returns to after a user signed in to a mailbox. The workspace is the last one. */
const mailboxConnected = createRoute({
  getParentRoute: () => root,
  path: 'mailboxes/connected',
  validateSearch: (given: Record<string, unknown>) => pickStrings(given, 'code', 'state'),
  beforeLoad: async ({ location }) => void (await requireSession(location.href)),
  component: lazyPage(() => import('./pages/mailboxes/connected.tsx')),
  errorComponent: ConsoleFailure,
});

const workspace = createRoute({
  getParentRoute: () => root,
  path: 'w/$workspaceId',
  beforeLoad: ({ params, location }) => requireWorkspace(params.workspaceId, location.href),
  component: lazyPage(loadShell),
  notFoundComponent: PageNotFound,
  errorComponent: ConsoleFailure,
});

/**
 * A page of a workspace. `search` validates its search parameters. `prefetch` starts its first
 * request while its code is loaded.
 */
const page = <const Path extends PagePath | `${PagePath}/${string}`, Search extends object>(
  path: Path,
  load: Load,
  search: (given: Record<string, unknown>) => Search,
  prefetch?: (workspaceId: string, search: Search) => void,
) =>
  createRoute({
    getParentRoute: () => workspace,
    path,
    validateSearch: search,
    component: lazyPage(load),
    loader: ({ params, location }) =>
      prefetch?.((params as { workspaceId: string }).workspaceId, search(location.search)),
    // Only when the page is opened: the page itself reads again when its search parameters change.
    shouldReload: false,
  });
const noSearch = () => ({});

const inbox = page('inbox', () => import('./pages/inbox/inbox.tsx'), inboxSearch);
/** Shown by the inbox itself, so that the list stays as it is. */
const conversation = createRoute({ getParentRoute: () => inbox, path: '$conversationId' });

const start = createRoute({
  getParentRoute: () => workspace,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ href: `/w/${params.workspaceId}/home`, replace: true });
  },
});

const settings = createRoute({
  getParentRoute: () => workspace,
  path: 'settings',
  beforeLoad: ({ params }) => {
    throw redirect({ href: `/w/${params.workspaceId}/settings/general`, replace: true });
  },
});

/** A path without a workspace, such as `/prospects`; redirects to the last used workspace. */
const withoutWorkspace = <const Path extends string>(path: Path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: ({ location }) => redirectToLastWorkspace(location.href),
    component: NoWorkspace,
    errorComponent: ConsoleFailure,
  });

const tree = root.addChildren([
  // Part of the first script, because visitors without a session are redirected to it.
  publicPage('sign-in', async () => ({ default: SignIn })),
  publicPage('second-factor', () => import('./pages/sign-in/second-factor.tsx')),
  publicPage('forgot', () => import('./pages/sign-in/forgot.tsx')),
  publicPage('reset', () => import('./pages/sign-in/reset.tsx')),
  publicPage('claim', () => import('./pages/sign-in/claim.tsx')),
  publicPage('invitation', () => import('./pages/sign-in/invitation.tsx')),
  publicPage('link', () => import('./pages/sign-in/link.tsx')),
  mailboxConnected,
  withoutWorkspace('/'),
  withoutWorkspace('home'),
  withoutWorkspace('prospects'),
  withoutWorkspace('pipeline'),
  withoutWorkspace('inbox'),
  withoutWorkspace('settings/$'),
  withoutWorkspace('account'),
  workspace.addChildren([
    start,
    settings,
    page('home', () => import('./pages/home/home.tsx'), homeSearch),
    page(
      'prospects',
      () => import('./pages/prospects/prospects.tsx'),
      prospectSearch,
      prefetchProspects,
    ),
    page('prospects/import', () => import('./pages/import/import.tsx'), noSearch),
    page(
      'prospects/import/$importId',
      () => import('./pages/import/import-file.tsx'),
      importSearch,
    ),
    page('prospects/merge', () => import('./pages/merge/merge.tsx'), mergeSearch),
    page('pipeline', () => import('./pages/pipeline/pipeline.tsx'), pipelineSearch),
    inbox.addChildren([conversation]),
    page('campaigns', () => import('./pages/campaigns/campaigns.tsx'), campaignsSearch),
    page('campaigns/$campaignId', () => import('./pages/campaigns/campaign.tsx'), campaignSearch),
    page('lists', () => import('./pages/lists/lists.tsx'), listsSearch),
    page('enrichment', () => import('./pages/enrichment/enrichment.tsx'), enrichmentSearch),
    page('enrichment/$jobId', () => import('./pages/enrichment/enrichment-job.tsx'), jobSearch),
    page('tasks', () => import('./pages/tasks/tasks.tsx'), noSearch),
    page('tasks/$taskId', () => import('./pages/tasks/task.tsx'), noSearch),
    page('settings/api', () => import('./pages/api/api.tsx'), apiSearch),
    page('settings/webhooks', () => import('./pages/webhooks/webhooks.tsx'), noSearch),
    page(
      'settings/webhooks/$webhookId',
      () => import('./pages/webhooks/webhook.tsx'),
      webhookSearch,
    ),
    page('settings/requests', () => import('./pages/requests/requests.tsx'), requestSearch),
    page('settings/members', () => import('./pages/members/members.tsx'), noSearch),
    page('settings/mailboxes', () => import('./pages/mailboxes/mailboxes.tsx'), noSearch),
    page('settings/mailboxes/$mailboxId', () => import('./pages/mailboxes/mailbox.tsx'), noSearch),
    page('settings/usage', () => import('./pages/usage/usage.tsx'), usageSearch),
    page('settings/ai', () => import('./pages/ai/ai.tsx'), noSearch),
    page('settings/audit', () => import('./pages/audit/audit.tsx'), auditSearch),
    page('settings/general', () => import('./pages/general/general.tsx'), noSearch),
    page('account', () => import('./pages/account/account.tsx'), noSearch),
  ]),
]);

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
