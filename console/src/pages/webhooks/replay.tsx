import { Group, Radio, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Dialog } from '../../parts/dialog.tsx';
import { FormEnd } from '../../parts/form-end.tsx';
import { useLineForm } from '../../parts/line-form.ts';

interface Props {
  webhookId: string;
  onClose: () => void;
}

/** Sends many events again, as a task in the tray. */
export function Replay({ webhookId, onClose }: Props) {
  const { form, field, values, set, failure, busy } = useLineForm(
    'postWebhookReplay',
    { which: 'failed', from: '', to: '' },
    {
      request: ({ which, from, to }) => ({
        params: { webhookId },
        body: which === 'failed' ? { failed: true } : { from: moment(from), to: moment(to) },
      }),
      refreshes: ['getTasks', 'getWebhookDeliveries'],
      onDone: () => {
        notifications.show({
          message: 'The replay has begun. The tasks tray tells how far it is.',
        });
        onClose();
      },
    },
  );
  return (
    <Dialog onClose={onClose} title="Send events again" size="md">
      <form {...form}>
        <Stack>
          <Radio.Group
            label="Which"
            description="Each keeps its id, so that a receiver can tell what it has seen before."
            value={values.which}
            onChange={(which) => set('which', which)}
          >
            <Stack gap="xs" mt={4}>
              <Radio value="failed" label="Every delivery that failed" />
              <Radio
                value="span"
                label="Every event of a span of time"
                description="Of the kinds this webhook listens to, also from before it was added."
              />
            </Stack>
          </Radio.Group>
          {values.which === 'span' && (
            <Group grow align="flex-start">
              <TextInput type="datetime-local" label="From" required {...field('from')} />
              <TextInput type="datetime-local" label="To" {...field('to')} />
            </Group>
          )}
          <FormEnd failure={failure} verb="Send again" busy={busy} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

/** What was typed is the reader's own time; nothing typed is nothing sent. */
const moment = (typed: string): string | undefined =>
  typed === '' ? undefined : new Date(typed).toISOString();
