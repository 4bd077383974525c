import { Stack } from '@mantine/core';
import type { ManageData } from '@outcrop/contract';
import { useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { FormEnd } from '../../parts/form-end.tsx';
import { useLineForm } from '../../parts/line-form.ts';
import { SecretOnce } from './secret-once.tsx';
import { bodyOf, valuesOf, WebhookFields } from './webhook-fields.tsx';

interface Props {
  onClose: () => void;
  /** Leads to the new webhook, once its secret has been copied. */
  onAdded: (webhookId: string) => void;
}

/** Registers a receiver, then shows its secret, once. */
export function AddWebhook({ onClose, onAdded }: Props) {
  const [made, setMade] = useState<ManageData<'postWebhooks'> | null>(null);
  const { form, failure, busy, ...fields } = useLineForm(
    'postWebhooks',
    valuesOf({ url: '', events: ['*'] }),
    {
      request: (values) => ({ body: bodyOf(values) }),
      refreshes: ['getWebhooks'],
      onDone: setMade,
    },
  );
  if (made)
    return (
      // A stray click beside it must not lose the secret.
      <Dialog
        onClose={() => onAdded(made.webhook.id)}
        title="Webhook added"
        size="lg"
        closeOnClickOutside={false}
      >
        <SecretOnce secret={made.secret} onDone={() => onAdded(made.webhook.id)} />
      </Dialog>
    );
  return (
    <Dialog onClose={onClose} title="Add webhook" size="lg">
      <form {...form}>
        <Stack>
          <WebhookFields {...fields} />
          <FormEnd failure={failure} verb="Add webhook" busy={busy} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
