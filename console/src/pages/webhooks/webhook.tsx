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
import { useRead, useWrite } from '../../api/endpoints.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { BackLink } from '../../components/back-link.tsx';
import { DescriptionList } from '../../components/description-list.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { shortTime, WebhookState } from '../../features/webhooks/webhook-state.tsx';
import { Deliveries } from './deliveries.tsx';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import { hostOf, lastDayText } from './delivery-state.tsx';
import { TestEventResult } from './test-event.tsx';
import { DeleteWebhook, EditWebhook, RotateSecret } from './webhook-changes.tsx';
import classes from './webhooks.module.css';

const route = getRouteApi('/w/$workspaceId/settings/webhooks/$webhookId');

export default function WebhookPage() {
  const { webhookId } = route.useParams();
  const webhook = useRead('getWebhook', { params: { webhookId } }, { refetchInterval: 15_000 });
  return (
    <>
      <BackLink from="/w/$workspaceId" to="/w/$workspaceId/settings/webhooks">
        All webhooks
      </BackLink>
      {!webhook.data && <PageHeader title="Webhook" />}
      <QueryBoundary query={webhook} what="the webhook">
        {(data) => <WebhookDetails key={webhookId} webhook={data.webhook} />}
      </QueryBoundary>
    </>
  );
}

type Dialog = 'edit' | 'rotate' | 'delete' | null;

function WebhookDetails({ webhook }: { webhook: Webhook }) {
  const { delivery } = route.useSearch();
  const navigate = route.useNavigate();
  const params = { webhookId: webhook.id };
  const test = useWrite('postWebhookTest', ['getWebhookDeliveries', 'getWebhook']);
  const change = useWrite('patchWebhook', ['getWebhooks', 'getWebhook', 'getWebhookDeliveries']);
  const [dialog, show] = useState<Dialog>(null);
  const close = () => show(null);
  const disabledReason = webhook.enabled ? null : 'Enable the webhook first.';
  const setEnabled = (enabled: boolean) => change.mutate({ params, body: { enabled } });

  return (
    <>
      <PageHeader
        title={hostOf(webhook.url)}
        action={
          <>
            <ActionButton
              leftSection={<IconSend size={16} />}
              disabledReason={disabledReason}
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
                <Menu.Item onClick={() => setEnabled(!webhook.enabled)}>
                  {webhook.enabled ? 'Disable' : 'Enable'}
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
        <span className={classes.url}>{webhook.url}</span>
      </PageHeader>
      <FailureNote error={test.error ?? change.error} />
      <StateNotice
        webhook={webhook}
        onEnable={() => setEnabled(true)}
        enabling={change.isPending}
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
        <DescriptionList
          items={{
            Status: <WebhookState webhook={webhook} />,
            Events: webhook.events.includes('*')
              ? 'All events (including future ones)'
              : webhook.events.join(', '),
            'Delivered (24 h)': lastDayText(webhook.lastDay),
            Added: <RelativeTime at={webhook.createdAt} />,
          }}
        />
      </Panel>
      <Deliveries webhook={webhook} disabledReason={disabledReason} />
      {delivery && (
        <DeliveryDrawer
          deliveryId={delivery}
          webhook={webhook}
          disabledReason={disabledReason}
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

const disabledReasonTexts: Record<DisabledReason, string> = {
  by_hand: 'Someone disabled this webhook.',
  gone: 'The receiver responded with 410 Gone, so this webhook was disabled.',
  failing: 'All deliveries failed for five days, so this webhook was disabled.',
};

interface NoticeProps {
  webhook: Webhook;
  onEnable: () => void;
  enabling: boolean;
}

function StateNotice({ webhook, onEnable, enabling }: NoticeProps) {
  if (!webhook.enabled)
    return (
      <Alert
        className={classes.notice}
        color={webhook.disabledReason === 'by_hand' ? 'muted' : 'danger'}
        icon={<IconCircleOff />}
        title="Disabled"
      >
        <p className={classes.noticeText}>
          {disabledReasonTexts[webhook.disabledReason ?? 'by_hand']} Events aren’t sent while it’s
          disabled; replay them after you enable it.
        </p>
        <Button size="compact-sm" variant="default" loading={enabling} onClick={onEnable}>
          Enable
        </Button>
      </Alert>
    );
  if (!webhook.failingSince) return null;
  return (
    <Alert
      className={classes.notice}
      color="warn"
      icon={<IconAlertTriangle />}
      title={`No successful delivery since ${shortTime(webhook.failingSince)}`}
    >
      See the delivery log for the reason. Each event is retried for about three days. After five
      days without a successful delivery, the webhook is disabled.
    </Alert>
  );
}
