import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { PasswordPromptCanceled } from '../api/reauthentication.ts';
import { CorrelationId, describeError } from './states.tsx';

/** The error of a form, above its button. Canceling the password prompt is not an error. */
export function FailureNote({ error }: { error: unknown }) {
  if (!error || error instanceof PasswordPromptCanceled) return null;
  const { advice, correlationId } = describeError(error);
  return (
    <Alert color="danger" variant="light" icon={<IconAlertTriangle />} role="alert">
      {advice}
      {correlationId && <CorrelationId id={correlationId} />}
    </Alert>
  );
}
