import { Alert } from '@mantine/core';
import type { Delivery } from '@outcrop/contract';
import { IconCircleCheck, IconCircleX, IconLoader2 } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useRead, useRefresh } from '../../api/lines.ts';
import { NextTry } from './webhook-state.tsx';
import classes from './webhooks.module.css';

interface Props {
  webhookId: string;
  eventId: string;
  onClose: () => void;
}

const wasTried = (delivery: Delivery | undefined): boolean =>
  delivery !== undefined && (delivery.status !== 'pending' || delivery.attempts > 0);

/** What came of a test event: looked up until the receiver was asked once. */
export function TestEventResult({ webhookId, eventId, onClose }: Props) {
  const find = (deliveries: Delivery[]) => deliveries.find((each) => each.eventId === eventId);
  const { data } = useRead(
    'getWebhookDeliveries',
    { params: { webhookId }, query: { limit: '50' } },
    { pollWhile: ({ deliveries }) => !wasTried(find(deliveries)) },
  );
  const delivery = find(data?.deliveries ?? []);
  const refresh = useRefresh();
  const isTried = wasTried(delivery);
  // The log and the counts beside it were read before there was anything in them.
  useEffect(() => {
    if (isTried) void refresh('getWebhookDeliveries', 'getWebhook', 'getWebhooks');
  }, [isTried, refresh]);
  const common = {
    className: classes.notice,
    role: 'status',
    withCloseButton: true,
    closeButtonLabel: 'Close',
    onClose,
  } as const;
  if (!delivery || !isTried)
    return (
      <Alert {...common} color="info" icon={<IconLoader2 />}>
        The test event is on its way.
      </Alert>
    );
  if (delivery.status === 'delivered')
    return (
      <Alert {...common} color="ok" icon={<IconCircleCheck />}>
        The test event has arrived: the receiver answered {delivery.lastStatus}.
      </Alert>
    );
  return (
    <Alert {...common} color="danger" icon={<IconCircleX />}>
      The test event did not arrive. {delivery.lastProblem}{' '}
      {delivery.nextAttemptAt && (
        <>
          It is tried again <NextTry at={delivery.nextAttemptAt} />.
        </>
      )}
    </Alert>
  );
}
