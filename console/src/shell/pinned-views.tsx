import { Link } from '@tanstack/react-router';
import { useRead } from '../api/endpoints.ts';
import { useWorkspaceId } from '../api/session.ts';
import { viewSearch } from '../features/views/view-search.ts';
import classes from './shell.module.css';

/** The views that the user pinned, under Prospects. */
export function PinnedViews() {
  const workspaceId = useWorkspaceId();
  const { data } = useRead('getViews');
  const pinned = (data?.views ?? []).filter((view) => view.pinned);
  if (pinned.length === 0) return null;
  return (
    <ul className={classes.views} aria-label="Pinned views">
      {pinned.map((view) => (
        <li key={view.id}>
          <Link
            to="/w/$workspaceId/prospects"
            params={{ workspaceId }}
            search={viewSearch(view)}
            className={classes.view}
            title={view.name}
          >
            {view.name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
