import { Progress } from '@mantine/core';
import { useRead } from '../../api/endpoints.ts';
import { formatNumber } from '../../components/format.ts';
import { TextLink } from '../../components/links.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import classes from './enrichment.module.css';

/** What is left of this month's credits. */
export function Credits() {
  const usage = useRead('getUsage', {}, { pollWhile: ({ credits }) => credits.reserved > 0 });
  return (
    <Panel>
      <QueryBoundary query={usage} what="the credits">
        {({ credits: { monthly, remaining, reserved }, quota }) => (
          <>
            <div className={classes.credits}>
              <p className={classes.left}>
                <b>{formatNumber(remaining)}</b> of {formatNumber(monthly)} credits left this month
              </p>
              <TextLink from="/w/$workspaceId/enrichment" to="/w/$workspaceId/settings/usage">
                Plan & usage
              </TextLink>
            </div>
            <Progress
              value={monthly === 0 ? 0 : (100 * remaining) / monthly}
              size="sm"
              aria-label="Credits left"
            />
            <p className={classes.renewal}>
              {reserved > 0 && `${formatNumber(reserved)} reserved for jobs in progress. `}
              Resets <RelativeTime at={quota.resetsAt} />.
            </p>
          </>
        )}
      </QueryBoundary>
    </Panel>
  );
}
