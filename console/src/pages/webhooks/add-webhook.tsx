import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ManageData } from '@outcrop/contract';
import { useState } from 'react';
import { FailureNote } from '../../parts/failure-note.tsx';
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
      <Modal
        opened
        onClose={() => onAdded(made.webhook.id)}
        title="Webhook added"
        size="lg"
        closeOnClickOutside={false}
      >
        <SecretOnce secret={made.secret} onDone={() => onAdded(made.webhook.id)} />
      </Modal>
    );
  return (
    <Modal opened onClose={onClose} title="Add webhook" size="lg">
      <form {...form}>
        <Stack>
          <WebhookFields {...fields} />
          <FailureNote error={failure} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              Add webhook
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
