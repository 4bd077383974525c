import { Drawer, Stack, Title } from '@mantine/core';
import type { ManageData, Webhook } from '@outcrop/contract';
import { IconCircleCheck, IconCircleX, IconRepeat } from '@tabler/icons-react';
import { useRead, useWrite } from '../../api/endpoints.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Badge } from '../../components/badge.tsx';
import { CopyIcon } from '../../components/copy.tsx';
import { DescriptionList } from '../../components/description-list.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { formatNumber } from '../../components/format.ts';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { Snippet } from '../../components/snippet.tsx';
import { DeliveryState, NextRetry } from './delivery-state.tsx';
import { eventLabels } from './event-labels.ts';
import classes from './webhooks.module.css';

interface Props {
  deliveryId: string;
  webhook: Webhook;
  disabledReason: string | null;
  onClose: () => void;
}

export function DeliveryDrawer({ deliveryId, webhook, disabledReason, onClose }: Props) {
  const query = useRead(
    'getDelivery',
    { params: { deliveryId } },
    { pollWhile: ({ delivery }) => delivery.status === 'pending' },
  );
  return (
    <Drawer opened onClose={onClose} position="right" size={640} title="Delivery">
      <QueryBoundary query={query} what="the delivery">
        {(data) => <Details {...data} webhook={webhook} disabledReason={disabledReason} />}
      </QueryBoundary>
    </Drawer>
  );
}

function Details({
  delivery,
  body,
  attempts,
  webhook,
  disabledReason,
}: ManageData<'getDelivery'> & Pick<Props, 'webhook' | 'disabledReason'>) {
  const replay = useWrite('postDeliveryReplay', [
    'getDelivery',
    'getWebhookDeliveries',
    'getWebhook',
  ]);
  return (
    <Stack gap="lg">
      <DescriptionList
        items={{
          Status: <DeliveryState {...delivery} />,
          ...(delivery.nextAttemptAt && {
            'Next retry': <NextRetry at={delivery.nextAttemptAt} />,
          }),
          Event: (
            <>
              {eventLabels[delivery.eventType]} <code>{delivery.eventType}</code>
            </>
          ),
          'Event ID': (
            <>
              <code>{delivery.eventId}</code> <CopyIcon value={delivery.eventId} what="event ID" />
            </>
          ),
          Created: <RelativeTime at={delivery.createdAt} />,
        }}
      />
      <div>
        <ActionButton
          variant="default"
          leftSection={<IconRepeat size={16} />}
          disabledReason={body === null ? 'The event is no longer stored.' : disabledReason}
          loading={replay.isPending}
          onClick={() => replay.mutate({ params: { deliveryId: delivery.id } })}
        >
          Replay
        </ActionButton>
      </div>
      <FailureNote error={replay.error} />
      <section>
        <Title order={3} mb="xs">
          {attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`}
        </Title>
        <ol className={classes.attempts}>
          {attempts.toReversed().map((attempt) => (
            <Attempt key={attempt.number} {...attempt} />
          ))}
        </ol>
      </section>
      <section>
        <Title order={3} mb="xs">
          Request
        </Title>
        {body === null ? (
          <p>The event is no longer stored.</p>
        ) : (
          <Snippet label="request" code={requestText(webhook.url, delivery.eventId, body)} />
        )}
      </section>
    </Stack>
  );
}

function Attempt(attempt: ManageData<'getDelivery'>['attempts'][number]) {
  const { number, at, ms, status, problem, answerHeaders, answerBody } = attempt;
  const headers = Object.entries(answerHeaders).map(([name, value]) => `${name}: ${value}`);
  return (
    <li className={classes.attempt}>
      <div className={classes.attemptHead}>
        <Badge
          icon={problem ? IconCircleX : IconCircleCheck}
          color={problem ? 'danger' : 'ok'}
        >{`Attempt ${number}: ${status ?? 'no response'}`}</Badge>
        <span>{formatNumber(ms)} ms</span>
        <RelativeTime at={at} />
      </div>
      {problem && <div>{problem}</div>}
      {status !== null && (
        <details>
          <summary>Response details</summary>
          <pre className={classes.response}>
            {[...headers, '', answerBody || '(empty body)'].join('\n')}
          </pre>
        </details>
      )}
    </li>
  );
}

const requestText = (url: string, eventId: string, body: object): string =>
  `POST ${url}
content-type: application/json
webhook-id: ${eventId}

${JSON.stringify(body, null, 2)}`;
