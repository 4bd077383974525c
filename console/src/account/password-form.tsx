import { Button, Checkbox, Group, PasswordInput, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMe } from '../api/session.ts';
import { FailureNote } from '../parts/failure-note.tsx';
import { useLineForm } from '../parts/line-form.ts';

export function PasswordForm() {
  const { hasPassword, user } = useMe();
  const { form, field, values, set, failure, busy, reset } = useLineForm(
    'postMePassword',
    { password: '', newPassword: '', revokeTokens: false },
    {
      request: ({ password, newPassword, revokeTokens }) => ({
        body: {
          newPassword,
          ...(hasPassword && { password }),
          ...(revokeTokens && { revokeTokens }),
        },
      }),
      refreshes: ['getMe', 'getMeSessions', 'getTokens', 'getMembers'],
      onDone: ({ tokensEnded }) => {
        reset();
        const ended =
          tokensEnded === undefined ? 'Other sessions' : 'Other sessions and your tokens';
        notifications.show({ message: `Your password is changed. ${ended} have ended.` });
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
        <Checkbox
          label="Also revoke my API tokens, in every workspace"
          checked={values.revokeTokens}
          onChange={(event) => set('revokeTokens', event.currentTarget.checked)}
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
