import { useDisclosure } from '@mantine/hooks';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useWorkspaceId } from '../api/session.ts';
import { useShortcutListener } from '../browser/keys.ts';
import { lazyComponent } from '../components/lazy.tsx';
import { announce, LiveRegion } from '../components/live-region.tsx';
import { findPage } from '../pages.ts';
import { Navigation, SettingsNavigation, useIsSettings } from './navigation.tsx';
import { Notices } from './notices.tsx';
import { RequireRole } from './require-role.tsx';
import classes from './shell.module.css';
import { TopBar } from './top-bar.tsx';

const NavigationDrawer = lazyComponent(
  async () => (await import('./navigation-drawer.tsx')).NavigationDrawer,
);
const Overlays = lazy(() => import('./overlays.tsx'));

/** The layout of every page of a workspace. */
export default function Shell() {
  const [menuOpened, menu] = useDisclosure();
  // Loaded when it is first opened, and kept, so that closing returns the focus.
  const [hasMenu, setHasMenu] = useState(false);
  if (menuOpened && !hasMenu) setHasMenu(true);
  const main = useRef<HTMLElement>(null);
  const workspaceId = useWorkspaceId();
  const isWide = useRouterState({
    select: ({ location }) => findPage(location.pathname)?.wide === true,
  });
  const isInSettings = useIsSettings();
  useShortcutListener();
  useOnPageChange(() => {
    menu.close();
    main.current?.focus({ preventScroll: true });
    announce(document.title);
  });

  return (
    <div className={classes.shell} data-settings={isInSettings || undefined}>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <TopBar onMenu={menu.open} />
      <div className={classes.side}>
        <Navigation />
        {isInSettings && <SettingsNavigation />}
      </div>
      {hasMenu && <NavigationDrawer opened={menuOpened} onClose={menu.close} />}
      <main
        ref={main}
        id="main"
        tabIndex={-1}
        className={classes.main}
        data-wide={isWide || undefined}
      >
        <Notices />
        {/* The key resets all state when the workspace changes. */}
        <RequireRole key={workspaceId}>
          <Outlet />
        </RequireRole>
      </main>
      <LiveRegion />
      <Suspense>
        <Overlays />
      </Suspense>
    </div>
  );
}

/** The inbox opens conversations within its page and moves the focus itself. */
const pageOf = (pathname: string | undefined) => pathname?.replace(/(\/inbox)\/[^/]+$/, '$1');

/** Runs when the path changes, but not for the first page or a change of filters. */
function useOnPageChange(run: () => void): void {
  const path = useRouterState({
    select: ({ resolvedLocation }) => pageOf(resolvedLocation?.pathname),
  });
  const lastPath = useRef(path);
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (path === undefined || path === lastPath.current) return;
    const isFirst = lastPath.current === undefined;
    lastPath.current = path;
    if (!isFirst) latest.current();
  }, [path]);
}
