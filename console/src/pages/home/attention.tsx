import { IconAlertTriangle } from '@tabler/icons-react';
import { useRead } from '../../api/lines.ts';
import { useReasonAgainst } from '../../api/roles.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { TextLink } from '../../parts/links.tsx';
import { Mark } from '../../parts/mark.tsx';
import { Section } from '../../parts/page-header.tsx';
import { Panel } from '../../parts/panel.tsx';
import { WebhookState } from '../webhooks/webhook-state.tsx';
import { isFailing } from './findings.ts';
import classes from './home.module.css';
import { latestJobs } from './use-standing.ts';

/** What does not work and will not mend itself. Nothing while all is well. */
export function Attention() {
  const workspaceId = useWorkspaceId();
  const enabled = useReasonAgainst('admin') === null;
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
                The latest enrichment
              </TextLink>
              <Mark icon={IconAlertTriangle} color="warn">
                {failed.failed.toLocaleString('en')} of {failed.total.toLocaleString('en')} failed
              </Mark>
            </li>
          )}
        </ul>
      </Panel>
    </Section>
  );
}
