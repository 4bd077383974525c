import { Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useWorkspaceId } from '../api/session.ts';
import { announce, LiveRegion } from '../parts/live-region.tsx';
import { ForRole } from './for-role.tsx';
import { useKeyboard } from './keys.ts';
import { Navigation } from './navigation.tsx';
import { Notices } from './notices.tsx';
import classes from './shell.module.css';
import { TopBar } from './top-bar.tsx';

const Overlays = lazy(() => import('./overlays.tsx'));

/** The frame around every page of a workspace. */
export default function Shell() {
  const [menuOpened, menu] = useDisclosure();
  const main = useRef<HTMLElement>(null);
  const workspaceId = useWorkspaceId();
  useKeyboard();
  useArrival(() => {
    menu.close();
    main.current?.focus({ preventScroll: true });
    announce(document.title);
  });

  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#main">
        Skip to the page
      </a>
      <TopBar onMenu={menu.open} />
      <div className={classes.side}>
        <Navigation />
      </div>
      <Drawer opened={menuOpened} onClose={menu.close} title="Outcrop" size={280}>
        <Navigation />
      </Drawer>
      <main ref={main} id="main" tabIndex={-1} className={classes.main}>
        <Notices />
        {/* Nothing that was typed or opened in one workspace is taken along into another. */}
        <ForRole key={workspaceId}>
          <Outlet />
        </ForRole>
      </main>
      <LiveRegion />
      <Suspense>
        <Overlays />
      </Suspense>
    </div>
  );
}

/** Runs after each change of page, but not of its filters, and not for the first page. */
function useArrival(run: () => void): void {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const seen = useRef(path);
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (path === undefined || path === seen.current) return;
    const isFirst = seen.current === undefined;
    seen.current = path;
    if (!isFirst) latest.current();
  }, [path]);
}
