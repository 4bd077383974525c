import { IconAlertTriangle, IconPlayerPause } from '@tabler/icons-react';
import { useRead } from '../../api/endpoints.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { Badge } from '../../components/badge.tsx';
import { formatNumber } from '../../components/format.ts';
import { TextLink } from '../../components/links.tsx';
import { Section } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { pauseText } from '../../features/campaigns/campaign-state.tsx';
import { hasPausedItself, MailboxState } from '../../features/mailboxes/mailbox-state.tsx';
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
  const { data: paused } = useRead('getCampaigns', { query: { status: 'paused' } });
  const { data: connected } = useRead('getMailboxes');
  const campaigns = paused?.campaigns ?? [];
  const mailboxes = (connected?.mailboxes ?? []).filter(
    (mailbox) => mailbox.status === 'needs_attention' || hasPausedItself(mailbox),
  );
  const failing = (hooks?.webhooks ?? []).filter(isFailing);
  const latest = enrichment?.jobs[0];
  const failed = latest && latest.failed > 0 ? latest : null;
  const stopped = campaigns.flatMap(({ pause, ...rest }) => (pause ? [{ ...rest, pause }] : []));
  if (failing.length + stopped.length + mailboxes.length === 0 && !failed) return null;
  return (
    <Section title="Needs attention">
      <Panel>
        <ul className={classes.steps}>
          {stopped.map(({ id, name, pause }) => (
            <li key={id} className={classes.step}>
              <div>
                <TextLink
                  className={classes.address!}
                  to="/w/$workspaceId/campaigns/$campaignId"
                  params={{ workspaceId, campaignId: id }}
                >
                  {name}
                </TextLink>
                <p className={classes.description}>{pauseText(pause)}</p>
              </div>
              <PausedByItself />
            </li>
          ))}
          {mailboxes.map((mailbox) => (
            <li key={mailbox.id} className={classes.step}>
              <div>
                <TextLink
                  className={classes.address!}
                  to="/w/$workspaceId/settings/mailboxes/$mailboxId"
                  params={{ workspaceId, mailboxId: mailbox.id }}
                >
                  {mailbox.address}
                </TextLink>
                {hasPausedItself(mailbox) && (
                  <p className={classes.description}>{mailbox.detail}</p>
                )}
              </div>
              {hasPausedItself(mailbox) ? (
                <PausedByItself />
              ) : (
                <MailboxState status={mailbox.status} />
              )}
            </li>
          ))}
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

const PausedByItself = () => (
  <Badge icon={IconPlayerPause} color="danger">
    Paused automatically
  </Badge>
);
