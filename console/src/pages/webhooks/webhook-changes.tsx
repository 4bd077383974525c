import { Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Webhook } from '@outcrop/contract';
import { useWrite } from '../../api/endpoints.ts';
import { ConfirmByTyping } from '../../components/confirm-by-typing.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { useEndpointForm } from '../../components/endpoint-form.ts';
import { FormFooter } from '../../components/form-footer.tsx';
import { fullTime } from '../../components/relative-time.tsx';
import { hostOf } from './delivery-state.tsx';
import { NewSecret } from './new-secret.tsx';
import { bodyOf, valuesOf, WebhookFields } from './webhook-fields.tsx';

interface Props {
  webhook: Webhook;
  onClose: () => void;
}

export function EditWebhook({ webhook, onClose }: Props) {
  const { form, failure, busy, ...fields } = useEndpointForm('patchWebhook', valuesOf(webhook), {
    request: (values) => ({ params: { webhookId: webhook.id }, body: bodyOf(values) }),
    refreshes: ['getWebhooks', 'getWebhook'],
    onDone: () => {
      notifications.show({ message: 'Webhook updated' });
      onClose();
    },
  });
  return (
    <Dialog onClose={onClose} title="Edit webhook" size="lg">
      <form {...form}>
        <Stack>
          <WebhookFields {...fields} />
          <FormFooter failure={failure} verb="Save" busy={busy} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

/** Asks for confirmation, then shows the new secret once. */
export function RotateSecret({ webhook, onClose }: Props) {
  const rotate = useWrite('postWebhookRotate');
  if (rotate.data)
    return (
      <Dialog onClose={onClose} title="New secret" size="lg" closeOnClickOutside={false}>
        <NewSecret secret={rotate.data.secret} onDone={onClose}>
          <Text>
            Until {fullTime(rotate.data.previousEndsAt)}, every request is signed with both the new
            and the previous secret. Update your receiver by then.
          </Text>
        </NewSecret>
      </Dialog>
    );
  return (
    <Dialog onClose={onClose} title="Rotate secret" size="md">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          rotate.mutate({ params: { webhookId: webhook.id } });
        }}
      >
        <Stack>
          <Text>
            Creates a new signing secret for {hostOf(webhook.url)}. The current secret keeps working
            for 24 hours so you can update your receiver.
          </Text>
          <FormFooter
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
      verb="Delete webhook"
      onConfirm={async () => {
        await remove.mutateAsync({ params: { webhookId: webhook.id } });
        onDeleted();
      }}
      onClose={onClose}
    >
      <Text>
        Events are no longer sent to <strong>{webhook.url}</strong>. Its secret and delivery log are
        deleted. To pause deliveries, disable the webhook instead.
      </Text>
    </ConfirmByTyping>
  );
}
