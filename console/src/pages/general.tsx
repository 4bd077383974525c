import { Group, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useReasonAgainst } from '../api/roles.ts';
import { useWorkspace } from '../api/session.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { CopyIcon } from '../parts/copy.tsx';
import { FailureNote } from '../parts/failure-note.tsx';
import { useLineForm } from '../parts/line-form.ts';
import { PageHeader, Section } from '../parts/page-header.tsx';
import { Panel } from '../parts/panel.tsx';

/** An Admin names the workspace; everyone finds the id that support asks for. */
export default function General() {
  const { id } = useWorkspace();
  return (
    <>
      <PageHeader title="General">What this workspace is called, and its id.</PageHeader>
      <Panel>
        <NameForm key={id} />
      </Panel>
      <Section title="Workspace id">
        <Panel>
          <Group gap="xs">
            <code>{id}</code>
            <CopyIcon value={id} what="workspace id" />
          </Group>
        </Panel>
      </Section>
    </>
  );
}

function NameForm() {
  const { name } = useWorkspace();
  const reason = useReasonAgainst('admin');
  const { form, field, failure, busy } = useLineForm(
    'patchWorkspace',
    { name },
    {
      request: (body) => ({ body }),
      refreshes: ['getMe'],
      onDone: ({ workspace }) =>
        notifications.show({ message: `The workspace is now called ${workspace.name}.` }),
    },
  );
  return (
    <form {...form}>
      <Stack maw={480}>
        <TextInput
          label="Name"
          description="Everyone sees it, and types it to confirm what cannot be taken back."
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
