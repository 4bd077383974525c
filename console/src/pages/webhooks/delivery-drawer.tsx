import { Drawer, Stack, Title } from '@mantine/core';
import type { ManageData, Webhook } from '@outcrop/contract';
import { IconCircleCheck, IconCircleX, IconRepeat } from '@tabler/icons-react';
import { useRead, useWrite } from '../../api/lines.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { CopyIcon } from '../../parts/copy.tsx';
import { Facts } from '../../parts/facts.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Mark } from '../../parts/mark.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Snippet } from '../../parts/snippet.tsx';
import { eventWords } from './event-words.ts';
import { DeliveryState, NextTry } from './webhook-state.tsx';
import classes from './webhooks.module.css';

interface Props {
  deliveryId: string;
  webhook: Webhook;
  offReason: string | null;
  onClose: () => void;
}

/** One delivery: what was sent, each attempt with the answer, and the way to send it again. */
export function DeliveryDrawer({ deliveryId, webhook, offReason, onClose }: Props) {
  const query = useRead(
    'getDelivery',
    { params: { deliveryId } },
    { pollWhile: ({ delivery }) => delivery.status === 'pending' },
  );
  return (
    <Drawer opened onClose={onClose} position="right" size={640} title="Delivery">
      <Loaded query={query} what="the delivery">
        {(data) => <Details {...data} webhook={webhook} offReason={offReason} />}
      </Loaded>
    </Drawer>
  );
}

function Details({
  delivery,
  body,
  attempts,
  webhook,
  offReason,
}: ManageData<'getDelivery'> & Pick<Props, 'webhook' | 'offReason'>) {
  const replay = useWrite('postDeliveryReplay', [
    'getDelivery',
    'getWebhookDeliveries',
    'getWebhook',
  ]);
  return (
    <Stack gap="lg">
      <Facts
        facts={{
          State: <DeliveryState {...delivery} />,
          ...(delivery.nextAttemptAt && { 'Next try': <NextTry at={delivery.nextAttemptAt} /> }),
          Event: (
            <>
              {eventWords[delivery.eventType]} <code>{delivery.eventType}</code>
            </>
          ),
          'Event id': (
            <>
              <code>{delivery.eventId}</code> <CopyIcon value={delivery.eventId} what="event id" />
            </>
          ),
          Made: <RelativeTime at={delivery.createdAt} />,
        }}
      />
      <div>
        <ActionButton
          variant="default"
          leftSection={<IconRepeat size={16} />}
          disabledReason={body === null ? 'Its event is no longer kept.' : offReason}
          loading={replay.isPending}
          onClick={() => replay.mutate({ params: { deliveryId: delivery.id } })}
        >
          Send it again
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
          <p>The event is no longer kept.</p>
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
        <Mark
          icon={problem ? IconCircleX : IconCircleCheck}
          color={problem ? 'danger' : 'ok'}
        >{`Attempt ${number}: ${status ?? 'no answer'}`}</Mark>
        <span>{ms.toLocaleString('en')} ms</span>
        <RelativeTime at={at} />
      </div>
      {problem && <div>{problem}</div>}
      {status !== null && (
        <details>
          <summary>What it answered</summary>
          <pre className={classes.answer}>
            {[...headers, '', answerBody || '(nothing else)'].join('\n')}
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
