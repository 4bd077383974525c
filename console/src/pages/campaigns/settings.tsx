import { Checkbox, Group, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { usePages, useRead, useWrite } from '../../api/endpoints.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { useEndpointForm } from '../../components/endpoint-form.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { Section } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { EmptyState } from '../../components/states.tsx';
import { MailboxState } from '../../features/mailboxes/mailbox-state.tsx';
import type { Campaign } from './campaign-labels.ts';
import classes from './campaigns.module.css';

export const Settings = ({ campaign }: { campaign: Campaign }) => (
  <>
    <Senders campaign={campaign} />
    <Section title="Name, pace and footer">
      <Panel>
        <CampaignForm campaign={campaign} />
      </Panel>
    </Section>
  </>
);

function Senders({ campaign }: { campaign: Campaign }) {
  const params = { campaignId: campaign.id };
  const mailboxes = usePages('getMailboxes', { query: { limit: '200' } }, (data) => data.mailboxes);
  const senders = useRead('getCampaignMailboxes', { params });
  const save = useWrite('putCampaignMailboxes', ['getCampaignMailboxes']);
  const role = useDisabledReason('member');
  const [changed, setChanged] = useState<string[] | null>(null);
  const chosen = changed ?? senders.data?.mailboxes.map(({ id }) => id) ?? [];
  const hidden = senders.data?.hidden ?? 0;
  return (
    <Section title="Mailboxes that send it">
      <Panel>
        <QueryBoundary query={mailboxes} what="the mailboxes">
          {(all) =>
            all.length === 0 ? (
              <EmptyState
                title="No mailboxes yet"
                action={
                  <ButtonLink from="/w/$workspaceId" to="/w/$workspaceId/settings/mailboxes">
                    Connect mailbox
                  </ButtonLink>
                }
              >
                Connect a mailbox to send this campaign from it.
              </EmptyState>
            ) : (
              <Stack>
                <Checkbox.Group
                  aria-label="Mailboxes"
                  value={chosen}
                  onChange={setChanged}
                  readOnly={role !== null}
                >
                  <Stack gap="xs">
                    {all.map(({ id, address, status }) => (
                      <div key={id} className={classes.sender}>
                        <Checkbox value={id} label={address} />
                        <MailboxState status={status} />
                      </div>
                    ))}
                  </Stack>
                </Checkbox.Group>
                {hidden > 0 && (
                  <Text size="sm" c="dimmed">
                    {hidden} more of other members.
                  </Text>
                )}
                <Text size="sm" c="dimmed">
                  New people are distributed among them. Everyone keeps the sender of their first
                  email.
                </Text>
                <FailureNote error={save.error} />
                <Group>
                  <ActionButton
                    disabledReason={role}
                    loading={save.isPending}
                    onClick={() =>
                      save.mutate(
                        { params, body: { mailboxIds: chosen } },
                        {
                          onSuccess: () => {
                            setChanged(null);
                            notifications.show({ message: 'Mailboxes saved' });
                          },
                        },
                      )
                    }
                  >
                    Save mailboxes
                  </ActionButton>
                </Group>
              </Stack>
            )
          }
        </QueryBoundary>
      </Panel>
    </Section>
  );
}

function CampaignForm({ campaign }: { campaign: Campaign }) {
  const role = useDisabledReason('member');
  const { form, field, values, set, failure, busy } = useEndpointForm(
    'patchCampaign',
    {
      name: campaign.name,
      newPerDay: campaign.newPerDay as number | null,
      footer: campaign.footer ?? '',
    },
    {
      request: ({ name, newPerDay, footer }) => ({
        params: { campaignId: campaign.id },
        body: { name, newPerDay, footer: footer.trim() === '' ? null : footer },
      }),
      refreshes: ['getCampaign', 'getCampaigns'],
      onDone: () => notifications.show({ message: 'Settings saved' }),
    },
  );
  return (
    <form {...form}>
      <Stack maw={560}>
        <TextInput label="Name" autoComplete="off" readOnly={role !== null} {...field('name')} />
        <NumberInput
          label="New people a day"
          description="How many get their first email on one day. Empty: only the mailboxes limit it."
          min={1}
          max={10_000}
          readOnly={role !== null}
          value={values.newPerDay ?? ''}
          onChange={(value) => set('newPerDay', value === '' ? null : Number(value))}
          error={field('newPerDay').error}
        />
        <Textarea
          label="Footer"
          description="Below every email. Must contain {{unsubscribeUrl}}. Empty: a line with the link to unsubscribe."
          autosize
          minRows={2}
          readOnly={role !== null}
          {...field('footer')}
        />
        <FailureNote error={failure} />
        <Group>
          <ActionButton type="submit" loading={busy} disabledReason={role}>
            Save settings
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}
