import { Alert, Button, Menu } from '@mantine/core';
import type { DisabledReason, Webhook } from '@outcrop/contract';
import {
  IconAlertTriangle,
  IconCircleOff,
  IconDots,
  IconPencil,
  IconSend,
} from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead, useWrite } from '../api/lines.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { Facts } from '../parts/facts.tsx';
import { FailureNote } from '../parts/failure-note.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { Panel } from '../parts/panel.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import { WayBack } from '../parts/way-back.tsx';
import { Deliveries } from './webhooks/deliveries.tsx';
import { DeliveryDrawer } from './webhooks/delivery-drawer.tsx';
import { TestEventResult } from './webhooks/test-event.tsx';
import { DeleteWebhook, EditWebhook, RotateSecret } from './webhooks/webhook-changes.tsx';
import { hostOf, lastDayText, shortTime, WebhookState } from './webhooks/webhook-state.tsx';
import classes from './webhooks/webhooks.module.css';

const route = getRouteApi('/w/$workspaceId/settings/webhooks/$webhookId');

/** An Admin asks: did it arrive? And if not: why, and when is it tried again? */
export default function WebhookPage() {
  const { webhookId } = route.useParams();
  const webhook = useRead('getWebhook', { params: { webhookId } }, { refetchInterval: 15_000 });
  return (
    <>
      <WayBack to="settings/webhooks">All webhooks</WayBack>
      {!webhook.data && <PageHeader title="Webhook" />}
      <Loaded query={webhook} what="the webhook">
        {(data) => <OneWebhook key={webhookId} webhook={data.webhook} />}
      </Loaded>
    </>
  );
}

type Dialog = 'edit' | 'rotate' | 'delete' | null;

function OneWebhook({ webhook }: { webhook: Webhook }) {
  const { delivery } = route.useSearch();
  const navigate = route.useNavigate();
  const params = { webhookId: webhook.id };
  const test = useWrite('postWebhookTest', ['getWebhookDeliveries', 'getWebhook']);
  const change = useWrite('patchWebhook', ['getWebhooks', 'getWebhook', 'getWebhookDeliveries']);
  const [dialog, show] = useState<Dialog>(null);
  const close = () => show(null);
  const offReason = webhook.enabled ? null : 'The webhook is switched off. Switch it on first.';
  const switchTo = (enabled: boolean) => change.mutate({ params, body: { enabled } });

  return (
    <>
      <PageHeader
        title={hostOf(webhook.url)}
        action={
          <>
            <ActionButton
              leftSection={<IconSend size={16} />}
              disabledReason={offReason}
              loading={test.isPending}
              onClick={() => test.mutate({ params })}
            >
              Send test event
            </ActionButton>
            <Button
              variant="default"
              leftSection={<IconPencil size={16} />}
              onClick={() => show('edit')}
            >
              Edit
            </Button>
            <Menu position="bottom-end">
              <Menu.Target>
                <Button variant="default" leftSection={<IconDots size={16} />}>
                  More
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => switchTo(!webhook.enabled)}>
                  {webhook.enabled ? 'Switch off' : 'Switch on'}
                </Menu.Item>
                <Menu.Item onClick={() => show('rotate')}>Rotate secret</Menu.Item>
                <Menu.Item color="danger" onClick={() => show('delete')}>
                  Delete
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </>
        }
      >
        <span className={classes.address}>{webhook.url}</span>
      </PageHeader>
      <FailureNote error={test.error ?? change.error} />
      <StateNotice
        webhook={webhook}
        onSwitchOn={() => switchTo(true)}
        switching={change.isPending}
      />
      {test.data && (
        <TestEventResult
          key={test.data.eventId}
          webhookId={webhook.id}
          eventId={test.data.eventId}
          onClose={test.reset}
        />
      )}
      <Panel>
        <Facts
          facts={{
            State: <WebhookState webhook={webhook} />,
            Events: webhook.events.includes('*')
              ? 'All, and kinds that are added later'
              : webhook.events.join(', '),
            'Arrived in 24 h': lastDayText(webhook.lastDay),
            Added: <RelativeTime at={webhook.createdAt} />,
          }}
        />
      </Panel>
      <Deliveries webhook={webhook} offReason={offReason} />
      {delivery && (
        <DeliveryDrawer
          deliveryId={delivery}
          webhook={webhook}
          offReason={offReason}
          onClose={() =>
            void navigate({
              search: ({ status }) => (status ? { status } : {}),
              resetScroll: false,
            })
          }
        />
      )}
      {dialog === 'edit' && <EditWebhook webhook={webhook} onClose={close} />}
      {dialog === 'rotate' && <RotateSecret webhook={webhook} onClose={close} />}
      {dialog === 'delete' && (
        <DeleteWebhook
          webhook={webhook}
          onClose={close}
          onDeleted={() => void navigate({ to: '/w/$workspaceId/settings/webhooks' })}
        />
      )}
    </>
  );
}

const whyOff: Record<DisabledReason, string> = {
  by_hand: 'Someone switched this webhook off.',
  gone: 'The receiver answered 410 Gone, so this webhook was switched off.',
  failing: 'Nothing arrived for five days, so this webhook was switched off.',
};

interface NoticeProps {
  webhook: Webhook;
  onSwitchOn: () => void;
  switching: boolean;
}

/** What needs an Admin's attention, and what to do about it. */
function StateNotice({ webhook, onSwitchOn, switching }: NoticeProps) {
  if (!webhook.enabled)
    return (
      <Alert
        className={classes.notice}
        color={webhook.disabledReason === 'by_hand' ? 'muted' : 'danger'}
        icon={<IconCircleOff />}
        title="Switched off"
      >
        <p className={classes.noticeText}>
          {whyOff[webhook.disabledReason ?? 'by_hand']} What happens meanwhile is not sent; a replay
          can send it once it is on again.
        </p>
        <Button size="compact-sm" variant="default" loading={switching} onClick={onSwitchOn}>
          Switch on
        </Button>
      </Alert>
    );
  if (!webhook.failingSince) return null;
  return (
    <Alert
      className={classes.notice}
      color="warn"
      icon={<IconAlertTriangle />}
      title={`Nothing has arrived since ${shortTime(webhook.failingSince)}`}
    >
      The delivery log below tells why. Each event is tried again for about three days; after five
      days in which nothing arrived, the webhook is switched off.
    </Alert>
  );
}
