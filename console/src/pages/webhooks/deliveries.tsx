import { Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Delivery, DeliveryStatus, Webhook } from '@outcrop/contract';
import { IconRepeat } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { usePages } from '../../api/lines.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { TextLink } from '../../parts/links.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Section } from '../../parts/page-header.tsx';
import { Filters } from '../../parts/panel.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { EmptyState, FilteredEmptyState } from '../../parts/states.tsx';
import { Replay } from './replay.tsx';
import { answerText, DeliveryState, deliveryLooks, NextTry } from './webhook-state.tsx';

const route = getRouteApi('/w/$workspaceId/settings/webhooks/$webhookId');

/** What was sent to one receiver, and what became of it. */
export function Deliveries({ webhook, offReason }: { webhook: Webhook; offReason: string | null }) {
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
          disabledReason={offReason}
          onClick={replay.open}
        >
          Send again…
        </ActionButton>
      }
    >
      <Filters>
        <Select
          label="State"
          placeholder="Every state"
          data={Object.entries(deliveryLooks).map(([value, { word: label }]) => ({ value, label }))}
          value={status ?? null}
          onChange={filter}
          clearable
          w={200}
        />
      </Filters>
      <Loaded query={pages} what="the delivery log">
        {(deliveries) => {
          if (deliveries.length === 0)
            return status ? (
              <FilteredEmptyState
                filters={[`the state "${deliveryLooks[status].word}"`]}
                onClear={() => filter(null)}
              />
            ) : (
              <EmptyState title="Nothing was sent yet">
                What is sent shows here for 30 days. Send a test event to see one now.
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
                { title: 'State', cell: (delivery) => <DeliveryState {...delivery} /> },
                { title: 'Answer', grow: true, cell: answerText },
                { title: 'Attempts', align: 'end', cell: ({ attempts }) => attempts },
                {
                  title: 'Next try',
                  align: 'end',
                  cell: ({ nextAttemptAt }) =>
                    nextAttemptAt ? <NextTry at={nextAttemptAt} /> : '–',
                },
                {
                  title: 'Made',
                  align: 'end',
                  cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
                },
              ]}
            />
          );
        }}
      </Loaded>
      {replaying && <Replay webhookId={webhook.id} onClose={replay.close} />}
    </Section>
  );
}

/** Worth looking again soon: not what waits for hours. */
const isDueSoon = ({ nextAttemptAt }: Delivery): boolean =>
  nextAttemptAt !== null && Date.parse(nextAttemptAt) < Date.now() + 10_000;
