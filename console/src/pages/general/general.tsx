import { Group, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useDisabledReason } from '../../api/roles.ts';
import { useWorkspace } from '../../api/session.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { CopyIcon } from '../../components/copy.tsx';
import { useEndpointForm } from '../../components/endpoint-form.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { PageHeader, Section } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { SendingRules } from './sending-rules.tsx';

export default function General() {
  const { id } = useWorkspace();
  return (
    <>
      <PageHeader title="General">Workspace name and sending rules.</PageHeader>
      <Panel>
        <NameForm key={id} />
      </Panel>
      <Section title="Sending rules">
        <Panel>
          <SendingRules />
        </Panel>
      </Section>
      <Section title="Workspace ID">
        <Panel>
          <Group gap="xs">
            <code>{id}</code>
            <CopyIcon value={id} what="workspace ID" />
          </Group>
        </Panel>
      </Section>
    </>
  );
}

function NameForm() {
  const { name } = useWorkspace();
  const reason = useDisabledReason('admin');
  const { form, field, failure, busy } = useEndpointForm(
    'patchWorkspace',
    { name },
    {
      request: (body) => ({ body }),
      refreshes: ['getMe'],
      onDone: ({ workspace }) =>
        notifications.show({ message: `Workspace renamed to ${workspace.name}` }),
    },
  );
  return (
    <form {...form}>
      <Stack maw={480}>
        <TextInput
          label="Name"
          description="Visible to all members."
          autoComplete="off"
          readOnly={reason !== null}
          {...field('name')}
        />
        <FailureNote error={failure} />
        <Group>
          <ActionButton type="submit" loading={busy} disabledReason={reason}>
            Rename
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}
