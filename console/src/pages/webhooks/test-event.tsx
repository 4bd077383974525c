import { Alert } from '@mantine/core';
import type { Delivery } from '@outcrop/contract';
import { IconCircleCheck, IconCircleX, IconLoader2 } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useRead, useRefresh } from '../../api/endpoints.ts';
import { NextRetry } from './delivery-state.tsx';
import classes from './webhooks.module.css';

interface Props {
  webhookId: string;
  eventId: string;
  onClose: () => void;
}

const wasAttempted = (delivery: Delivery | undefined): boolean =>
  delivery !== undefined && (delivery.status !== 'pending' || delivery.attempts > 0);

/** Polls until the test event was attempted once. */
export function TestEventResult({ webhookId, eventId, onClose }: Props) {
  const find = (deliveries: Delivery[]) => deliveries.find((each) => each.eventId === eventId);
  const { data } = useRead(
    'getWebhookDeliveries',
    { params: { webhookId }, query: { limit: '50' } },
    { pollWhile: ({ deliveries }) => !wasAttempted(find(deliveries)) },
  );
  const delivery = find(data?.deliveries ?? []);
  const refresh = useRefresh();
  const isAttempted = wasAttempted(delivery);
  // The log and the counts were loaded before this delivery.
  useEffect(() => {
    if (isAttempted) void refresh('getWebhookDeliveries', 'getWebhook', 'getWebhooks');
  }, [isAttempted, refresh]);
  const common = {
    className: classes.notice,
    role: 'status',
    withCloseButton: true,
    closeButtonLabel: 'Close',
    onClose,
  } as const;
  if (!delivery || !isAttempted)
    return (
      <Alert {...common} color="info" icon={<IconLoader2 />}>
        Sending test event…
      </Alert>
    );
  if (delivery.status === 'delivered')
    return (
      <Alert {...common} color="ok" icon={<IconCircleCheck />}>
        Test event delivered. The receiver responded with {delivery.lastStatus}.
      </Alert>
    );
  return (
    <Alert {...common} color="danger" icon={<IconCircleX />}>
      Test event not delivered. {delivery.lastProblem}{' '}
      {delivery.nextAttemptAt && (
        <>
          Retrying <NextRetry at={delivery.nextAttemptAt} />.
        </>
      )}
    </Alert>
  );
}
