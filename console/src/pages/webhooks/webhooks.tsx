import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../api/endpoints.ts';
import { useKey } from '../../browser/keys.ts';
import { DataTable } from '../../components/data-table.tsx';
import { TextLink } from '../../components/links.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { Snippet } from '../../components/snippet.tsx';
import { EmptyState } from '../../components/states.tsx';
import { WebhookState } from '../../features/webhooks/webhook-state.tsx';
import { AddWebhook } from './add-webhook.tsx';
import { eventsText, lastDayText } from './delivery-state.tsx';
import classes from './webhooks.module.css';

const route = getRouteApi('/w/$workspaceId/settings/webhooks');

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
        Get notified in real time when something changes.
      </PageHeader>
      <QueryBoundary query={webhooks} what="the webhooks">
        {(data) =>
          data.webhooks.length === 0 ? (
            <EmptyState
              title="No webhooks yet"
              action={addButton}
              snippet={<Snippet label="curl command" code={registerCommand()} />}
            >
              Add an endpoint to receive signed events.
            </EmptyState>
          ) : (
            <DataTable
              label="Webhooks"
              rows={data.webhooks}
              keyOf={({ id }) => id}
              onOpen={({ id }) => open(id)}
              columns={[
                {
                  title: 'Endpoint URL',
                  grow: true,
                  cell: ({ id, url }) => (
                    <TextLink
                      inherit
                      className={classes.url}
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
                { title: 'Status', cell: (webhook) => <WebhookState webhook={webhook} /> },
                {
                  title: 'Delivered (24 h)',
                  align: 'end',
                  cell: ({ lastDay }) => lastDayText(lastDay),
                },
              ]}
            />
          )
        }
      </QueryBoundary>
      {adding && <AddWebhook onClose={add.close} onAdded={open} />}
    </>
  );
}

const registerCommand = () => `curl ${location.origin}/api/v1/manage/webhooks \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"url": "https://crm.example.com/hooks/outcrop", "events": ["*"]}'`;
