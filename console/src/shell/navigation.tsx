import { Link } from '@tanstack/react-router';
import { useWorkspaceId } from '../api/session.ts';
import { groups, pagePath, pages } from '../pages.ts';
import classes from './shell.module.css';
import { UnreadCount } from './unread-count.tsx';

export function Navigation() {
  const workspaceId = useWorkspaceId();
  return (
    <nav aria-label="Pages">
      {groups.map((group) => (
        <div key={group} className={classes.group}>
          <h2 className={classes.groupTitle}>{group}</h2>
          <ul className={classes.links}>
            {pages
              .filter((page) => page.group === group && !('unlisted' in page))
              .map(({ path, title, icon: Icon }) => (
                <li key={path}>
                  <Link to={pagePath(path)} params={{ workspaceId }} className={classes.link}>
                    <Icon size={18} stroke={1.6} aria-hidden />
                    {title}
                    {path === 'inbox' && <UnreadCount />}
                  </Link>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
