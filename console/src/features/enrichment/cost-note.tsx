import { Alert, Button, Group } from '@mantine/core';
import { OutcropError } from '@outcrop/client';
import { IconAlertTriangle, IconCoins, IconSparkles } from '@tabler/icons-react';
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
  if (isNotConfigured(error)) return <NotConfigured />;
  const needsPlan = error instanceof OutcropError && error.code === 'plan_not_allowed';
  return (
    <>
      <FailureNote error={error} />
      <Group gap="xs">
        {needsPlan ? (
          <UsageLink />
        ) : (
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            Retry
          </Button>
        )}
      </Group>
    </>
  );
}

const isNotConfigured = (error: unknown): boolean =>
  error instanceof OutcropError && error.code === 'enrichment_not_configured';

function NotConfigured() {
  const workspaceId = useWorkspaceId();
  const isAdmin = useDisabledReason('admin') === null;
  return (
    <Alert color="warn" icon={<IconSparkles />} role="alert" title="AI is not set up">
      {isAdmin ? (
        <ButtonLink
          size="compact-sm"
          variant="default"
          to="/w/$workspaceId/settings/ai"
          params={{ workspaceId }}
        >
          Set up AI
        </ButtonLink>
      ) : (
        'Ask an Admin to set up AI. Then you can enrich prospects.'
      )}
    </Alert>
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
