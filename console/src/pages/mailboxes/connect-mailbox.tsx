import { Stack, Text, TextInput } from '@mantine/core';
import type { ManageData } from '@outcrop/contract';
import { useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { useEndpointForm } from '../../components/endpoint-form.ts';
import { FormFooter } from '../../components/form-footer.tsx';
import { ConnectForm } from './connect-form.tsx';
import type { Sender } from './use-connect.ts';

interface Props {
  onClose: () => void;
  onConnected: (mailboxId: string) => void;
}

interface Guessed extends Sender {
  guess: ManageData<'postMailboxesGuess'>;
}

/** Asks for the address, then for what its provider needs. */
export function ConnectMailbox({ onClose, onConnected }: Props) {
  const [guessed, setGuessed] = useState<Guessed | null>(null);
  return (
    <Dialog
      title={guessed ? `Connect ${guessed.address}` : 'Connect mailbox'}
      size="lg"
      onClose={onClose}
      closeOnClickOutside={guessed === null}
    >
      {guessed ? (
        <ConnectForm
          sender={guessed}
          guess={guessed.guess}
          onBack={() => setGuessed(null)}
          onConnected={onConnected}
        />
      ) : (
        <AddressForm onGuessed={setGuessed} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface AddressProps {
  onGuessed: (guessed: Guessed) => void;
  onClose: () => void;
}

function AddressForm({ onGuessed, onClose }: AddressProps) {
  const { form, field, failure, busy } = useEndpointForm(
    'postMailboxesGuess',
    { address: '', name: '' },
    {
      request: ({ address }) => ({ body: { address } }),
      onDone: (guess, values) => onGuessed({ ...values, guess }),
    },
  );
  return (
    <form {...form}>
      <Stack>
        <TextInput
          label="Email address"
          description="Prospects see this address and reply to it."
          type="email"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          {...field('address')}
        />
        <TextInput
          label="Sender name"
          description="Shown next to the address, such as your full name."
          autoComplete="off"
          {...field('name')}
        />
        <Text size="sm" c="dimmed">
          Next, Outcrop looks up your provider’s settings.
        </Text>
        <FormFooter failure={failure} verb="Continue" busy={busy} onCancel={onClose} />
      </Stack>
    </form>
  );
}
