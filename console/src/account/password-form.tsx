import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMe } from '../api/session.ts';
import { FailureNote } from '../parts/failure-note.tsx';
import { useLineForm } from '../parts/line-form.ts';

export function PasswordForm() {
  const { hasPassword, user } = useMe();
  const { form, field, failure, busy, reset } = useLineForm(
    'postMePassword',
    { password: '', newPassword: '' },
    {
      request: ({ password, newPassword }) => ({
        body: { newPassword, ...(hasPassword && { password }) },
      }),
      refreshes: ['getMe', 'getMeSessions'],
      onDone: () => {
        reset();
        notifications.show({ message: 'Your password is changed. Other sessions have ended.' });
      },
    },
  );
  return (
    <form {...form}>
      <Stack maw={400}>
        <input type="hidden" autoComplete="username" value={user.email} readOnly />
        {hasPassword && (
          <PasswordInput
            label="Present password"
            autoComplete="current-password"
            {...field('password')}
          />
        )}
        <PasswordInput
          label="New password"
          description="At least ten characters; a few unrelated words are good."
          autoComplete="new-password"
          {...field('newPassword')}
        />
        <FailureNote error={failure} />
        <Group>
          <Button type="submit" loading={busy}>
            Change the password
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
