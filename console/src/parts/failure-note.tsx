import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Refused } from '../api/reauthentication.ts';
import { CorrelationId, explained } from './states.tsx';

/** Why a form was not taken, above its button. Nothing while there is nothing to say. */
export function FailureNote({ error }: { error: unknown }) {
  if (!error || error instanceof Refused) return null;
  const { advice, correlationId } = explained(error);
  return (
    <Alert color="danger" variant="light" icon={<IconAlertTriangle />} role="alert">
      {advice}
      {correlationId && <CorrelationId id={correlationId} />}
    </Alert>
  );
}
