import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../api/lines.ts';
import { DataTable } from '../parts/data-table.tsx';
import { TextLink } from '../parts/links.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { EmptyState } from '../parts/states.tsx';
import { useKey } from '../shell/keys.ts';
import { AddWebhook } from './webhooks/add-webhook.tsx';
import { eventsText, lastDayText, WebhookState } from './webhooks/webhook-state.tsx';
import classes from './webhooks/webhooks.module.css';

const route = getRouteApi('/w/$workspaceId/settings/webhooks');

/** An Admin connects a system of theirs, or asks whether those that are connected still hear us. */
export default function Webhooks() {
  const navigate = route.useNavigate();
  const [adding, add] = useDisclosure();
  const webhooks = useRead('getWebhooks', {}, { refetchInterval: 15_000 });
  useKey('n', 'Add webhook', add.open);
  const open = (webhookId: string) =>
    void navigate({
      to: '/w/$workspaceId/settings/webhooks/$webhookId',
      params: (before) => ({ ...before, webhookId }),
    });
  const addButton = (
    <Button leftSection={<IconPlus size={16} />} onClick={add.open}>
      Add webhook
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Webhooks"
        {...(webhooks.data && webhooks.data.webhooks.length > 0 && { action: addButton })}
      >
        Your systems are told, as it happens, what changes in this workspace.
      </PageHeader>
      <Loaded query={webhooks} what="the webhooks">
        {(data) =>
          data.webhooks.length === 0 ? (
            <EmptyState
              title="No webhooks yet"
              action={addButton}
              snippet={<Snippet label="curl command" code={registering()} />}
            >
              Add the address of a system of yours, and it is sent each event, signed.
            </EmptyState>
          ) : (
            <DataTable
              label="Webhooks"
              rows={data.webhooks}
              keyOf={({ id }) => id}
              onOpen={({ id }) => open(id)}
              columns={[
                {
                  title: 'Address',
                  grow: true,
                  cell: ({ id, url }) => (
                    <TextLink
                      inherit
                      className={classes.address}
                      from="/w/$workspaceId/settings/webhooks"
                      to="/w/$workspaceId/settings/webhooks/$webhookId"
                      params={(before) => ({ ...before, webhookId: id })}
                      onClick={(event) => event.stopPropagation()}
                    >
                      {url}
                    </TextLink>
                  ),
                },
                { title: 'Events', cell: ({ events }) => eventsText(events) },
                { title: 'State', cell: (webhook) => <WebhookState webhook={webhook} /> },
                {
                  title: 'Arrived in 24 h',
                  align: 'end',
                  cell: ({ lastDay }) => lastDayText(lastDay),
                },
              ]}
            />
          )
        }
      </Loaded>
      {adding && <AddWebhook onClose={add.close} onAdded={open} />}
    </>
  );
}

const registering = () => `curl ${location.origin}/api/v1/manage/webhooks \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"url": "https://crm.example.com/hooks/outcrop", "events": ["*"]}'`;
