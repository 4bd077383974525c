import { IconAlertTriangle } from '@tabler/icons-react';
import { useRead } from '../../api/endpoints.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { Badge } from '../../components/badge.tsx';
import { formatNumber } from '../../components/format.ts';
import { TextLink } from '../../components/links.tsx';
import { Section } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { WebhookState } from '../../features/webhooks/webhook-state.tsx';
import { isFailing } from './headlines.ts';
import classes from './home.module.css';
import { latestJobs } from './use-workspace-progress.ts';

/** Problems that need action. Hidden if there are none. */
export function Attention() {
  const workspaceId = useWorkspaceId();
  const enabled = useDisabledReason('admin') === null;
  const { data: hooks } = useRead('getWebhooks', {}, { enabled });
  const { data: enrichment } = useRead('getEnrichmentJobs', latestJobs);
  const failing = (hooks?.webhooks ?? []).filter(isFailing);
  const latest = enrichment?.jobs[0];
  const failed = latest && latest.failed > 0 ? latest : null;
  if (failing.length === 0 && !failed) return null;
  return (
    <Section title="Needs attention">
      <Panel>
        <ul className={classes.steps}>
          {failing.map((webhook) => (
            <li key={webhook.id} className={classes.step}>
              <TextLink
                className={classes.address!}
                to="/w/$workspaceId/settings/webhooks/$webhookId"
                params={{ workspaceId, webhookId: webhook.id }}
              >
                {webhook.url}
              </TextLink>
              <WebhookState webhook={webhook} />
            </li>
          ))}
          {failed && (
            <li className={classes.step}>
              <TextLink
                to="/w/$workspaceId/enrichment/$jobId"
                params={{ workspaceId, jobId: failed.id }}
              >
                Latest enrichment
              </TextLink>
              <Badge icon={IconAlertTriangle} color="warn">
                {formatNumber(failed.failed)} of {formatNumber(failed.total)} failed
              </Badge>
            </li>
          )}
        </ul>
      </Panel>
    </Section>
  );
}
