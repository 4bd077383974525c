import { Checkbox, Group, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ManageData } from '@outcrop/contract';
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
import { UnsavedGuard } from './unsaved-guard.tsx';

export function Settings({ campaign }: { campaign: Campaign }) {
  const [changedSenders, setChangedSenders] = useState<string[] | null>(null);
  return (
    <>
      <Senders campaign={campaign} changed={changedSenders} onChange={setChangedSenders} />
      <Section title="General">
        <Panel>
          <CampaignForm campaign={campaign} hasOtherChanges={changedSenders !== null} />
        </Panel>
      </Section>
    </>
  );
}

interface SendersProps {
  campaign: Campaign;
  /** The mailboxes that were chosen and are not saved. */
  changed: string[] | null;
  onChange: (mailboxIds: string[] | null) => void;
}

function Senders({ campaign, changed, onChange }: SendersProps) {
  const params = { campaignId: campaign.id };
  const mailboxes = usePages('getMailboxes', { query: { limit: '200' } }, (data) => data.mailboxes);
  const senders = useRead('getCampaignMailboxes', { params });
  return (
    <Section title="Sending mailboxes">
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
              // Shown after the mailboxes are loaded, because saving removes all that are not ticked.
              <QueryBoundary query={senders} what="the mailboxes of this campaign">
                {(present) => (
                  <SendersForm
                    campaignId={campaign.id}
                    all={all}
                    present={present}
                    changed={changed}
                    onChange={onChange}
                  />
                )}
              </QueryBoundary>
            )
          }
        </QueryBoundary>
      </Panel>
    </Section>
  );
}

interface SendersFormProps extends Omit<SendersProps, 'campaign'> {
  campaignId: string;
  all: ManageData<'getMailboxes'>['mailboxes'];
  present: ManageData<'getCampaignMailboxes'>;
}

function SendersForm({ campaignId, all, present, changed, onChange }: SendersFormProps) {
  const save = useWrite('putCampaignMailboxes', ['getCampaignMailboxes']);
  const role = useDisabledReason('member');
  const chosen = changed ?? present.mailboxes.map(({ id }) => id);
  const { hidden } = present;
  return (
    <Stack>
      <Checkbox.Group
        aria-label="Mailboxes"
        value={chosen}
        onChange={onChange}
        readOnly={role !== null || save.isPending}
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
          {hidden === 1 ? '1 private mailbox' : `${hidden} private mailboxes`} of other members also
          send.
        </Text>
      )}
      <Text size="sm" c="dimmed">
        New people are spread across these mailboxes. Each keeps the sender of their first email.
      </Text>
      <FailureNote error={save.error} />
      <Group>
        <ActionButton
          disabledReason={role}
          loading={save.isPending}
          onClick={() =>
            save.mutate(
              { params: { campaignId }, body: { mailboxIds: chosen } },
              {
                onSuccess: () => {
                  onChange(null);
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
  );
}

interface FormValues {
  name: string;
  newPerDay: number | null;
  footer: string;
}
const fields = ['name', 'newPerDay', 'footer'] as const;
const formValues = ({ name, newPerDay, footer }: Campaign): FormValues => ({
  name,
  newPerDay,
  footer: footer ?? '',
});

interface FormProps {
  campaign: Campaign;
  hasOtherChanges: boolean;
}

/** Sends only the changed fields, so that changes by others stay. */
function CampaignForm({ campaign, hasOtherChanges }: FormProps) {
  const role = useDisabledReason('member');
  const stored = formValues(campaign);
  // The values that the form started with.
  const [base, setBase] = useState(stored);
  const { form, field, values, set, failure, busy } = useEndpointForm('patchCampaign', stored, {
    request: ({ name, newPerDay, footer }) => ({
      params: { campaignId: campaign.id },
      body: {
        ...(name !== base.name && { name }),
        ...(newPerDay !== base.newPerDay && { newPerDay }),
        ...(footer !== base.footer && { footer: footer.trim() === '' ? null : footer }),
      },
    }),
    refreshes: ['getCampaign', 'getCampaigns', 'getCampaignForecast'],
    onDone: (_, sent) => {
      setBase(sent);
      notifications.show({ message: 'Settings saved' });
    },
  });
  const isDirty = fields.some((name) => values[name] !== base[name]);
  if (!isDirty && fields.some((name) => stored[name] !== base[name])) {
    setBase(stored);
    for (const name of fields) set(name, stored[name]);
  }
  return (
    <form {...form}>
      <UnsavedGuard isDirty={isDirty || hasOtherChanges} />
      <Stack maw={560}>
        <TextInput label="Name" autoComplete="off" readOnly={role !== null} {...field('name')} />
        <NumberInput
          label="New people per day"
          description="Max first emails per day. Blank = no limit."
          min={1}
          max={10_000}
          readOnly={role !== null}
          value={values.newPerDay ?? ''}
          onChange={(value) => set('newPerDay', value === '' ? null : Number(value))}
          error={field('newPerDay').error}
        />
        <Textarea
          label="Footer"
          description="Added to every email. Must contain {{unsubscribeUrl}}. Blank = unsubscribe link only."
          autosize
          minRows={2}
          readOnly={role !== null}
          {...field('footer')}
        />
        <FailureNote error={failure} />
        <Group>
          <ActionButton
            type="submit"
            loading={busy}
            disabledReason={role ?? (isDirty ? null : 'All changes are saved.')}
          >
            Save settings
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}
