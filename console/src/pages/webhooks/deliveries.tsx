import { Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Delivery, DeliveryStatus, Webhook } from '@outcrop/contract';
import { IconRepeat } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { usePages } from '../../api/endpoints.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { TextLink } from '../../components/links.tsx';
import { Section } from '../../components/page-header.tsx';
import { Filters } from '../../components/panel.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { EmptyState, FilteredEmptyState } from '../../components/states.tsx';
import { DeliveryState, deliveryBadges, NextRetry, responseText } from './delivery-state.tsx';
import { ReplayDialog } from './replay-dialog.tsx';

const route = getRouteApi('/w/$workspaceId/settings/webhooks/$webhookId');

export function Deliveries({
  webhook,
  disabledReason,
}: {
  webhook: Webhook;
  disabledReason: string | null;
}) {
  const { status } = route.useSearch();
  const navigate = route.useNavigate();
  const [replaying, replay] = useDisclosure();
  const pages = usePages(
    'getWebhookDeliveries',
    { params: { webhookId: webhook.id }, query: status ? { status } : {} },
    ({ deliveries }) => deliveries,
    { pollWhile: (deliveries) => deliveries.some(isDueSoon) },
  );
  const filter = (next: string | null) =>
    void navigate({
      search: next === null ? {} : { status: next as DeliveryStatus },
      replace: true,
      resetScroll: false,
    });
  const open = (delivery: string) =>
    void navigate({ search: (before) => ({ ...before, delivery }), resetScroll: false });
  return (
    <Section
      title="Delivery log"
      action={
        <ActionButton
          variant="default"
          leftSection={<IconRepeat size={16} />}
          disabledReason={disabledReason}
          onClick={replay.open}
        >
          Replay…
        </ActionButton>
      }
    >
      <Filters>
        <Select
          label="Status"
          placeholder="All statuses"
          data={Object.entries(deliveryBadges).map(([value, { label }]) => ({
            value,
            label,
          }))}
          value={status ?? null}
          onChange={filter}
          clearable
          w={200}
        />
      </Filters>
      <QueryBoundary query={pages} what="the delivery log">
        {(deliveries) => {
          if (deliveries.length === 0)
            return status ? (
              <FilteredEmptyState
                filters={[`status ${deliveryBadges[status].label}`]}
                onClear={() => filter(null)}
              />
            ) : (
              <EmptyState title="No deliveries yet">
                Deliveries are stored for 30 days. Send a test event to see one now.
              </EmptyState>
            );
          return (
            <DataTable
              label="Deliveries"
              rows={deliveries}
              keyOf={({ id }) => id}
              onOpen={({ id }) => open(id)}
              more={pages}
              columns={[
                {
                  title: 'Event',
                  cell: ({ id, eventType }) => (
                    <TextLink
                      inherit
                      from="/w/$workspaceId/settings/webhooks/$webhookId"
                      to="."
                      search={(before) => ({ ...before, delivery: id })}
                      resetScroll={false}
                      onClick={(event) => event.stopPropagation()}
                    >
                      {eventType}
                    </TextLink>
                  ),
                },
                { title: 'Status', cell: (delivery) => <DeliveryState {...delivery} /> },
                { title: 'Response', grow: true, cell: responseText },
                { title: 'Attempts', align: 'end', cell: ({ attempts }) => attempts },
                {
                  title: 'Next retry',
                  align: 'end',
                  cell: ({ nextAttemptAt }) =>
                    nextAttemptAt ? <NextRetry at={nextAttemptAt} /> : '–',
                },
                {
                  title: 'Created',
                  align: 'end',
                  cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
                },
              ]}
            />
          );
        }}
      </QueryBoundary>
      {replaying && <ReplayDialog webhookId={webhook.id} onClose={replay.close} />}
    </Section>
  );
}

const isDueSoon = ({ nextAttemptAt }: Delivery): boolean =>
  nextAttemptAt !== null && Date.parse(nextAttemptAt) < Date.now() + 10_000;
