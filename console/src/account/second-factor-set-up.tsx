import { Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ManageData } from '@outcrop/contract';
import { useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { FormEnd } from '../parts/form-end.tsx';
import { useLineForm } from '../parts/line-form.ts';
import { Snippet } from '../parts/snippet.tsx';
import { BackupCodes } from './backup-codes.tsx';
import { YourPassword } from './password-field.tsx';
import { QrCode } from './qr-code.tsx';

type Secret = ManageData<'postMeSecondFactor'>;

/** Password, then the picture for the authenticator, then its first code: only then it counts. */
export function SetUpSecondFactorDialog({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<Secret | null>(null);
  return (
    <Dialog onClose={onClose} title="Set up a second factor" size="lg">
      {secret ? <Confirm secret={secret} onDone={onClose} /> : <Begin onDone={setSecret} />}
    </Dialog>
  );
}

function Begin({ onDone }: { onDone: (secret: Secret) => void }) {
  const { form, field, failure, busy } = useLineForm(
    'postMeSecondFactor',
    { password: '' },
    { request: (body) => ({ body }), onDone },
  );
  return (
    <form {...form}>
      <Stack>
        <YourPassword {...field('password')} />
        <FormEnd failure={failure} verb="Go on" busy={busy} />
      </Stack>
    </form>
  );
}

function Confirm({ secret, onDone }: { secret: Secret; onDone: () => void }) {
  const { form, field, failure, busy } = useLineForm(
    'postMeSecondFactorConfirm',
    { code: '' },
    {
      request: (body) => ({ body }),
      refreshes: ['getMe'],
      onDone: () => {
        notifications.show({ message: 'The second factor is on.' });
        onDone();
      },
    },
  );
  return (
    <form {...form}>
      <Stack>
        <Text size="sm">1. Scan this with your authenticator, or type the secret into it.</Text>
        <QrCode text={secret.uri} label="The secret for your authenticator" />
        <Snippet label="secret" code={secret.secret} />
        <Text size="sm">
          2. Keep these backup codes where your phone is not. Each works once; they are not shown
          again.
        </Text>
        <BackupCodes codes={secret.backupCodes} />
        <TextInput
          label="3. The six digits that your authenticator shows now"
          autoComplete="one-time-code"
          inputMode="numeric"
          {...field('code')}
        />
        <FormEnd failure={failure} verb="Turn it on" busy={busy} />
      </Stack>
    </form>
  );
}
