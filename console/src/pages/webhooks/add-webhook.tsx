import { Stack } from '@mantine/core';
import type { ManageData } from '@outcrop/contract';
import { useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { useEndpointForm } from '../../components/endpoint-form.ts';
import { FormFooter } from '../../components/form-footer.tsx';
import { NewSecret } from './new-secret.tsx';
import { bodyOf, valuesOf, WebhookFields } from './webhook-fields.tsx';

interface Props {
  onClose: () => void;
  /** Called when the dialog with the secret is closed. */
  onAdded: (webhookId: string) => void;
}

/** Adds a webhook, then shows its secret once. */
export function AddWebhook({ onClose, onAdded }: Props) {
  const [created, setCreated] = useState<ManageData<'postWebhooks'> | null>(null);
  const { form, failure, busy, ...fields } = useEndpointForm(
    'postWebhooks',
    valuesOf({ url: '', events: ['*'] }),
    {
      request: (values) => ({ body: bodyOf(values) }),
      refreshes: ['getWebhooks'],
      onDone: setCreated,
    },
  );
  if (created)
    return (
      // A click outside must not close it: the secret is shown only once.
      <Dialog
        onClose={() => onAdded(created.webhook.id)}
        title="Webhook added"
        size="lg"
        closeOnClickOutside={false}
      >
        <NewSecret secret={created.secret} onDone={() => onAdded(created.webhook.id)} />
      </Dialog>
    );
  return (
    <Dialog onClose={onClose} title="Add webhook" size="lg">
      <form {...form}>
        <Stack>
          <WebhookFields {...fields} />
          <FormFooter failure={failure} verb="Add webhook" busy={busy} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
