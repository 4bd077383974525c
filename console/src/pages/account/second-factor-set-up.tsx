import { Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ManageData } from '@outcrop/contract';
import { useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { useEndpointForm } from '../../components/endpoint-form.ts';
import { FormFooter } from '../../components/form-footer.tsx';
import { Snippet } from '../../components/snippet.tsx';
import { BackupCodes } from './backup-codes.tsx';
import { CurrentPasswordInput } from './current-password-input.tsx';
import { QrCode } from './qr-code.tsx';

type Secret = ManageData<'postMeSecondFactor'>;

/** Asks for the password, shows the QR code, and turns two-factor on with the first valid code. */
export function SetUpSecondFactorDialog({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<Secret | null>(null);
  return (
    <Dialog
      onClose={onClose}
      title="Set up two-factor authentication"
      size="lg"
      closeOnClickOutside={secret === null}
    >
      {secret ? (
        <ConfirmCode secret={secret} onDone={onClose} />
      ) : (
        <ConfirmPassword onDone={setSecret} />
      )}
    </Dialog>
  );
}

function ConfirmPassword({ onDone }: { onDone: (secret: Secret) => void }) {
  const { form, field, failure, busy } = useEndpointForm(
    'postMeSecondFactor',
    { password: '' },
    { request: (body) => ({ body }), onDone },
  );
  return (
    <form {...form}>
      <Stack>
        <CurrentPasswordInput {...field('password')} />
        <FormFooter failure={failure} verb="Continue" busy={busy} />
      </Stack>
    </form>
  );
}

function ConfirmCode({ secret, onDone }: { secret: Secret; onDone: () => void }) {
  const { form, field, failure, busy } = useEndpointForm(
    'postMeSecondFactorConfirm',
    { code: '' },
    {
      request: (body) => ({ body }),
      refreshes: ['getMe'],
      onDone: () => {
        notifications.show({ message: 'Two-factor authentication is on.' });
        onDone();
      },
    },
  );
  return (
    <form {...form}>
      <Stack>
        <Text size="sm">
          1. Scan this QR code with your authenticator app, or enter the secret.
        </Text>
        <QrCode text={secret.uri} label="QR code for your authenticator app" />
        <Snippet label="secret" code={secret.secret} />
        <Text size="sm">
          2. Save these backup codes somewhere safe. Each works once, and you won't see them again.
        </Text>
        <BackupCodes codes={secret.backupCodes} />
        <TextInput
          label="3. Enter the 6-digit code from the app"
          autoComplete="one-time-code"
          inputMode="numeric"
          {...field('code')}
        />
        <FormFooter failure={failure} verb="Turn on" busy={busy} />
      </Stack>
    </form>
  );
}
