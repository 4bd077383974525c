import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { ActionButton } from '../../components/action-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { formatNumber } from '../../components/format.ts';
import { peopleCount } from '../prospect/counts.ts';
import { type Cost, disabledReasonFor } from './cost.ts';
import { CostNote } from './cost-note.tsx';
import type { EnrichmentQueue } from './use-enrichment-queue.ts';

interface Props {
  queue: EnrichmentQueue;
  /** The verb on the button: "Enrich". */
  verb: string;
  children: ReactNode;
  /** Why the form can't be submitted. */
  invalidReason?: string | null;
  onSubmit: () => void;
  onClose: () => void;
}

/** A form that shows the cost before the enrichment is queued. */
export function QueueForm({ queue, verb, children, invalidReason, onSubmit, onClose }: Props) {
  const { cost, dryRunError, isEstimating, busy, failure } = queue;
  const reason =
    invalidReason ??
    (dryRunError ? 'Unavailable right now.' : cost ? disabledReasonFor(cost) : null);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEstimating && !busy && reason === null) onSubmit();
      }}
    >
      <Stack>
        {children}
        <CostNote queue={queue} />
        <FailureNote error={failure} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ActionButton type="submit" disabledReason={reason} loading={busy || isEstimating}>
            {cost ? labelOf(verb, cost) : verb}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}

function labelOf(verb: string, { affordable, unaffordable }: Cost): string {
  if (affordable === 0) return verb;
  return unaffordable > 0
    ? `${verb} ${formatNumber(affordable)} of ${peopleCount(affordable + unaffordable)}`
    : `${verb} ${peopleCount(affordable)}`;
}
