import { atLeast } from '@outcrop/contract/roles';
import { IconSettings } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import { useWorkspace, useWorkspaceId } from '../api/session.ts';
import { type groups, isSettings, pagePath, pages, settingsGroups } from '../pages.ts';
import { PinnedViews } from './lazy-pinned-views.tsx';
import classes from './shell.module.css';
import { UnreadCount } from './unread-count.tsx';

export const useIsSettings = (): boolean =>
  useRouterState({ select: ({ location }) => isSettings(location.pathname) });

/** The pages for daily work, and one link to the settings. */
export function Navigation() {
  const workspaceId = useWorkspaceId();
  const isActive = useIsSettings();
  return (
    <nav aria-label="Pages">
      <PageLinks group="Work" />
      <div className={classes.group}>
        <Link
          to="/w/$workspaceId/settings/general"
          params={{ workspaceId }}
          className={classes.link}
          title="Settings"
          {...(isActive && { 'data-status': 'active', 'aria-current': 'true' })}
        >
          <IconSettings size={18} stroke={1.6} aria-hidden />
          <span>Settings</span>
        </Link>
      </div>
    </nav>
  );
}

/** The list of all settings. */
export const SettingsNavigation = () => (
  <nav aria-label="Settings">
    {settingsGroups.map((group) => (
      <PageLinks key={group} group={group} />
    ))}
  </nav>
);

/** Without pages that the role can never open. */
function PageLinks({ group }: { group: (typeof groups)[number] }) {
  const workspaceId = useWorkspaceId();
  const { role } = useWorkspace();
  return (
    <div className={classes.group}>
      <h2 className={classes.groupTitle}>{group}</h2>
      <ul className={classes.links}>
        {pages
          .filter((page) => page.group === group && !('unlisted' in page))
          .filter((page) => atLeast(role, page.role))
          .map(({ path, title, icon: Icon }) => (
            <li key={path}>
              <Link
                to={pagePath(path)}
                params={{ workspaceId }}
                className={classes.link}
                title={title}
              >
                <Icon size={18} stroke={1.6} aria-hidden />
                <span>{title}</span>
                {path === 'inbox' && <UnreadCount />}
              </Link>
              {path === 'prospects' && <PinnedViews />}
            </li>
          ))}
      </ul>
    </div>
  );
}
