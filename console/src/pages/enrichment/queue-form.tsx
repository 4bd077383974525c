import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { ActionButton } from '../../parts/action-button.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { peopleCount } from '../../parts/person.ts';
import { type Cost, reasonAgainst } from './cost.ts';
import { CostNote } from './cost-note.tsx';
import type { Queueing } from './queueing.ts';

interface Props {
  queueing: Queueing;
  /** The verb on the button: "Enrich". */
  verb: string;
  children: ReactNode;
  /** Why what was filled in cannot be sent. */
  objection?: string | null;
  onSubmit: () => void;
  onClose: () => void;
}

/** What is asked for, what it costs, and the button that does it. */
export function QueueForm({ queueing, verb, children, objection, onSubmit, onClose }: Props) {
  const { cost, obstacle, isCounting, busy, failure } = queueing;
  const reason =
    objection ?? (obstacle ? 'It cannot be done now.' : cost ? reasonAgainst(cost) : null);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isCounting && !busy && reason === null) onSubmit();
      }}
    >
      <Stack>
        {children}
        <CostNote queueing={queueing} />
        <FailureNote error={failure} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ActionButton type="submit" disabledReason={reason} loading={busy || isCounting}>
            {cost ? labelOf(verb, cost) : verb}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}

function labelOf(verb: string, { paid, unpaid }: Cost): string {
  if (paid === 0) return verb;
  return unpaid > 0 ? `${verb} as many as fit: ${paid}` : `${verb} ${peopleCount(paid)}`;
}
