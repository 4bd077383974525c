import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useMe } from '../../api/session.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { BackupCodesDialog } from './backup-codes.tsx';
import { RemoveSecondFactorDialog } from './second-factor-remove.tsx';
import { SetUpSecondFactorDialog } from './second-factor-set-up.tsx';

export function SecondFactor() {
  const { twoFactor, hasPassword } = useMe();
  const [dialog, setDialog] = useState<'set-up' | 'remove' | 'codes' | null>(null);
  const close = () => setDialog(null);
  return (
    <Stack gap="sm" align="flex-start">
      <Group gap="xs">
        <Badge variant="light" color={twoFactor ? 'ok' : 'muted'}>
          {twoFactor ? 'On' : 'Off'}
        </Badge>
      </Group>
      <Text c="dimmed" size="sm" maw="60ch">
        {twoFactor
          ? 'You sign in with your password and a code from your authenticator app.'
          : 'Require a code from an authenticator app when you sign in.'}
      </Text>
      {twoFactor ? (
        <Group>
          <Button variant="default" onClick={() => setDialog('codes')}>
            New backup codes
          </Button>
          <Button variant="subtle" color="danger" onClick={() => setDialog('remove')}>
            Turn off
          </Button>
        </Group>
      ) : (
        <ActionButton
          variant="default"
          disabledReason={hasPassword ? null : 'Set a password first.'}
          onClick={() => setDialog('set-up')}
        >
          Set up
        </ActionButton>
      )}
      {dialog === 'set-up' && <SetUpSecondFactorDialog onClose={close} />}
      {dialog === 'remove' && <RemoveSecondFactorDialog onClose={close} />}
      {dialog === 'codes' && <BackupCodesDialog onClose={close} />}
    </Stack>
  );
}
