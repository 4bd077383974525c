import { Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Webhook } from '@outcrop/contract';
import { useWrite } from '../../api/lines.ts';
import { ConfirmByTyping } from '../../parts/confirm-by-typing.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FormEnd } from '../../parts/form-end.tsx';
import { useLineForm } from '../../parts/line-form.ts';
import { wholeTime } from '../../parts/relative-time.tsx';
import { SecretOnce } from './secret-once.tsx';
import { bodyOf, valuesOf, WebhookFields } from './webhook-fields.tsx';
import { hostOf } from './webhook-state.tsx';

interface Props {
  webhook: Webhook;
  onClose: () => void;
}

export function EditWebhook({ webhook, onClose }: Props) {
  const { form, failure, busy, ...fields } = useLineForm('patchWebhook', valuesOf(webhook), {
    request: (values) => ({ params: { webhookId: webhook.id }, body: bodyOf(values) }),
    refreshes: ['getWebhooks', 'getWebhook'],
    onDone: () => {
      notifications.show({ message: 'The webhook is changed.' });
      onClose();
    },
  });
  return (
    <Dialog onClose={onClose} title="Edit webhook" size="lg">
      <form {...form}>
        <Stack>
          <WebhookFields {...fields} />
          <FormEnd failure={failure} verb="Save" busy={busy} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

/** Asks first, as receivers have a day to follow; then shows the new secret, once. */
export function RotateSecret({ webhook, onClose }: Props) {
  const rotate = useWrite('postWebhookRotate');
  if (rotate.data)
    return (
      <Dialog onClose={onClose} title="New secret" size="lg" closeOnClickOutside={false}>
        <SecretOnce secret={rotate.data.secret} onDone={onClose}>
          <Text>
            Until {wholeTime(rotate.data.previousEndsAt)} every message carries two signatures, of
            this secret and of the one before. Change your receiver over by then.
          </Text>
        </SecretOnce>
      </Dialog>
    );
  return (
    <Dialog onClose={onClose} title="Rotate the secret?" size="md">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          rotate.mutate({ params: { webhookId: webhook.id } });
        }}
      >
        <Stack>
          <Text>
            {hostOf(webhook.url)} gets a new signing secret. The present one keeps working for 24
            hours, so that nothing is lost while you change over.
          </Text>
          <FormEnd
            failure={rotate.error}
            verb="Rotate secret"
            busy={rotate.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}

export function DeleteWebhook({ webhook, onClose, onDeleted }: Props & { onDeleted: () => void }) {
  const remove = useWrite('deleteWebhook', ['getWebhooks']);
  return (
    <ConfirmByTyping
      title="Delete webhook"
      phrase={hostOf(webhook.url)}
      phraseIs="the receiver's host"
      verb="Delete webhook"
      onConfirm={async () => {
        await remove.mutateAsync({ params: { webhookId: webhook.id } });
        onDeleted();
      }}
      onClose={onClose}
    >
      <Text>
        Nothing more is sent to <strong>{webhook.url}</strong>, and its secret and its delivery log
        are gone. To pause it, switch it off instead.
      </Text>
    </ConfirmByTyping>
  );
}
