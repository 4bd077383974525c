import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMe } from '../../api/session.ts';
import { useEndpointForm } from '../../components/endpoint-form.ts';
import { FailureNote } from '../../components/failure-note.tsx';

export function NameForm() {
  const { user } = useMe();
  const { form, field, values, failure, busy } = useEndpointForm(
    'patchMe',
    { name: user.name },
    {
      request: (body) => ({ body }),
      refreshes: ['getMe', 'getMembers'],
      onDone: () => notifications.show({ message: 'Name changed.' }),
    },
  );
  return (
    <form {...form}>
      <Stack maw={400}>
        <TextInput
          label="Name"
          description="Visible to members of your workspaces."
          autoComplete="name"
          {...field('name')}
        />
        <Text c="dimmed">{user.email}</Text>
        <FailureNote error={failure} />
        <Group>
          <Button type="submit" loading={busy} disabled={values.name.trim() === user.name}>
            Change name
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
