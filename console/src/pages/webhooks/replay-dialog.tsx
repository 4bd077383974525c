import { Group, Radio, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Dialog } from '../../components/dialog.tsx';
import { useEndpointForm } from '../../components/endpoint-form.ts';
import { FormFooter } from '../../components/form-footer.tsx';

interface Props {
  webhookId: string;
  onClose: () => void;
}

export function ReplayDialog({ webhookId, onClose }: Props) {
  const { form, field, values, set, failure, busy } = useEndpointForm(
    'postWebhookReplay',
    { which: 'failed', from: '', to: '' },
    {
      request: ({ which, from, to }) => ({
        params: { webhookId },
        body: which === 'failed' ? { failed: true } : { from: isoTime(from), to: isoTime(to) },
      }),
      refreshes: ['getTasks', 'getWebhookDeliveries'],
      onDone: () => {
        notifications.show({
          message: 'Replay started. See its progress under Background jobs.',
        });
        onClose();
      },
    },
  );
  return (
    <Dialog onClose={onClose} title="Replay events" size="md">
      <form {...form}>
        <Stack>
          <Radio.Group
            label="Events"
            description="Each event keeps its ID, so your receiver can detect duplicates."
            value={values.which}
            onChange={(which) => set('which', which)}
          >
            <Stack gap="xs" mt={4}>
              <Radio value="failed" label="All failed deliveries" />
              <Radio
                value="range"
                label="Events in a date range"
                description="Event types this webhook receives, including events from before it was added."
              />
            </Stack>
          </Radio.Group>
          {values.which === 'range' && (
            <Group grow align="flex-start">
              <TextInput type="datetime-local" label="From" required {...field('from')} />
              <TextInput type="datetime-local" label="To" {...field('to')} />
            </Group>
          )}
          <FormFooter failure={failure} verb="Replay" busy={busy} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

/** Converts local time to UTC. */
const isoTime = (value: string): string | undefined =>
  value === '' ? undefined : new Date(value).toISOString();
