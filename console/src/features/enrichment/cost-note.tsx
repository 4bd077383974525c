import { Alert, Button, Group } from '@mantine/core';
import { OutcropError } from '@outcrop/client';
import { IconAlertTriangle, IconCoins } from '@tabler/icons-react';
import { useRead } from '../../api/endpoints.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { ButtonLink } from '../../components/links.tsx';
import classes from './cost-note.module.css';
import type { EnrichmentQueue } from './use-enrichment-queue.ts';

export function CostNote({ queue }: { queue: EnrichmentQueue }) {
  const { cost, dryRunError, retryDryRun } = queue;
  if (dryRunError) return <DryRunError error={dryRunError} onRetry={retryDryRun} />;
  const isShort = cost !== undefined && cost.unaffordable > 0;
  return (
    <div role="status" className={classes.cost}>
      {cost && (
        <Alert
          color={isShort ? 'warn' : 'muted'}
          icon={isShort ? <IconAlertTriangle /> : <IconCoins />}
          role="none"
        >
          {cost.sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {isShort && <UsageLink />}
        </Alert>
      )}
    </div>
  );
}

function DryRunError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const code = error instanceof OutcropError ? error.code : null;
  return (
    <>
      <FailureNote error={error} />
      <Group gap="xs">
        {code === 'plan_not_allowed' ? (
          <UsageLink />
        ) : (
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            Retry
          </Button>
        )}
        {code === 'unavailable' && <AiSettingsLink />}
      </Group>
    </>
  );
}

const UsageLink = () => (
  <ButtonLink
    size="compact-sm"
    variant="default"
    to="/w/$workspaceId/settings/usage"
    params={{ workspaceId: useWorkspaceId() }}
  >
    Plan & usage
  </ButtonLink>
);

/** For Admins, if no model is set: the service may be unavailable for other reasons. */
function AiSettingsLink() {
  const workspaceId = useWorkspaceId();
  const isAdmin = useDisabledReason('admin') === null;
  const { data } = useRead('getAiSettings', {}, { enabled: isAdmin });
  if (!data || data.settings.provider !== null || data.settings.ofOperator !== null) return null;
  return (
    <ButtonLink
      size="compact-sm"
      variant="default"
      to="/w/$workspaceId/settings/ai"
      params={{ workspaceId }}
    >
      Set up a language model
    </ButtonLink>
  );
}
