import { Alert, Button, Group } from '@mantine/core';
import { OutcropError } from '@outcrop/client';
import { IconAlertTriangle, IconCoins } from '@tabler/icons-react';
import { useRead } from '../../api/lines.ts';
import { useReasonAgainst } from '../../api/roles.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { FailureNote } from '../../parts/failure-note.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import classes from './enrichment.module.css';
import type { Queueing } from './queueing.ts';

/** What it will cost, or why it cannot be done and what to do about that. */
export function CostNote({ queueing: { cost, obstacle, rehearse } }: { queueing: Queueing }) {
  if (obstacle) return <Obstacle error={obstacle} onRetry={rehearse} />;
  const isShort = cost !== undefined && cost.unpaid > 0;
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
          {isShort && <ToUsage />}
        </Alert>
      )}
    </div>
  );
}

function Obstacle({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const code = error instanceof OutcropError ? error.code : null;
  return (
    <>
      <FailureNote error={error} />
      <Group gap="xs">
        {code === 'plan_not_allowed' ? (
          <ToUsage />
        ) : (
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            Retry
          </Button>
        )}
        {code === 'unavailable' && <ToAiSettings />}
      </Group>
    </>
  );
}

const ToUsage = () => (
  <ButtonLink
    size="compact-sm"
    variant="default"
    to="/w/$workspaceId/settings/usage"
    params={{ workspaceId: useWorkspaceId() }}
  >
    Plan & usage
  </ButtonLink>
);

/** For Admins, where a model is what is missing: the service may also be away for other reasons. */
function ToAiSettings() {
  const workspaceId = useWorkspaceId();
  const enabled = useReasonAgainst('admin') === null;
  const { data } = useRead('getAiSettings', {}, { enabled });
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
