import { Button, Checkbox, Group, PasswordInput, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMe } from '../../api/session.ts';
import { useEndpointForm } from '../../components/endpoint-form.ts';
import { FailureNote } from '../../components/failure-note.tsx';

export function PasswordForm() {
  const { hasPassword, user } = useMe();
  const { form, field, values, set, failure, busy, reset } = useEndpointForm(
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
        const effect =
          tokensEnded === undefined
            ? 'Other sessions were signed out.'
            : 'Other sessions were signed out and your API tokens revoked.';
        notifications.show({ message: `Password changed. ${effect}` });
      },
    },
  );
  return (
    <form {...form}>
      <Stack maw={400}>
        <input type="hidden" autoComplete="username" value={user.email} readOnly />
        {hasPassword && (
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            {...field('password')}
          />
        )}
        <PasswordInput
          label="New password"
          description="At least 10 characters. A few unrelated words work well."
          autoComplete="new-password"
          {...field('newPassword')}
        />
        <Checkbox
          label="Also revoke my API tokens in all workspaces"
          checked={values.revokeTokens}
          onChange={(event) => set('revokeTokens', event.currentTarget.checked)}
        />
        <FailureNote error={failure} />
        <Group>
          <Button type="submit" loading={busy}>
            Change password
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
