import { Checkbox, NumberInput, Select, Stack, Switch, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useDisabledReason } from '../../api/roles.ts';
import { Dialog } from '../../components/dialog.tsx';
import { useEndpointForm } from '../../components/endpoint-form.ts';
import { FormFooter } from '../../components/form-footer.tsx';
import type { Mailbox } from '../../features/mailboxes/mailbox-state.tsx';
import classes from './mailboxes.module.css';
import { WindowFields } from './window-fields.tsx';

const timeZones = Intl.supportedValuesOf('timeZone');

const valuesOf = ({ name, dailyLimit, gap, rampUp, timeZone, windows, shared }: Mailbox) => ({
  ...{ name, dailyLimit, timeZone, windows, shared },
  gapFrom: gap.fromSeconds / 60,
  gapTo: gap.toSeconds / 60,
  hasRampUp: rampUp !== null,
  rampStart: rampUp?.start ?? 10,
  rampStep: rampUp?.step ?? 5,
});

type Values = ReturnType<typeof valuesOf>;

const bodyOf = (values: Values, before: Mailbox) => ({
  name: values.name.trim() === '' ? null : values.name,
  dailyLimit: values.dailyLimit,
  gap: {
    fromSeconds: Math.round(values.gapFrom * 60),
    toSeconds: Math.round(values.gapTo * 60),
  },
  rampUp: values.hasRampUp ? { start: values.rampStart, step: values.rampStep } : null,
  timeZone: values.timeZone,
  windows: values.windows,
  // Only an Admin may send it.
  ...(values.shared !== before.shared && { shared: values.shared }),
});

export function MailboxSettings({ mailbox, onClose }: { mailbox: Mailbox; onClose: () => void }) {
  const adminReason = useDisabledReason('admin');
  const { form, field, values, set, failure, busy } = useEndpointForm(
    'patchMailbox',
    valuesOf(mailbox),
    {
      request: (given) => ({
        params: { mailboxId: mailbox.id },
        body: bodyOf(given, mailbox),
      }),
      refreshes: ['getMailbox', 'getMailboxes'],
      onDone: () => {
        notifications.show({ message: 'Mailbox settings saved' });
        onClose();
      },
    },
  );
  const number = (name: 'dailyLimit' | 'gapFrom' | 'gapTo' | 'rampStart' | 'rampStep') => ({
    value: values[name],
    onChange: (value: string | number) => set(name, Number(value)),
    error: field(name).error,
  });
  return (
    <Dialog title="Mailbox settings" size="lg" onClose={onClose}>
      <form {...form}>
        <Stack>
          <TextInput label="Sender name" autoComplete="off" data-autofocus {...field('name')} />
          <NumberInput
            label="Daily limit"
            description="Max emails per day. 30 to 50 is typical."
            min={1}
            max={2_000}
            {...number('dailyLimit')}
          />
          <div className={classes.pair}>
            <NumberInput
              label="Shortest gap (minutes)"
              min={0}
              max={1_440}
              {...number('gapFrom')}
            />
            <NumberInput label="Longest gap (minutes)" min={0} max={1_440} {...number('gapTo')} />
          </div>
          <Switch
            label="Ramp up: start with fewer emails per day"
            checked={values.hasRampUp}
            onChange={(event) => set('hasRampUp', event.currentTarget.checked)}
          />
          {values.hasRampUp && (
            <div className={classes.pair}>
              <NumberInput label="First day" min={1} max={2_000} {...number('rampStart')} />
              <NumberInput label="More each day" min={1} max={2_000} {...number('rampStep')} />
            </div>
          )}
          <Select
            label="Time zone"
            data={[...new Set([values.timeZone, 'UTC', ...timeZones])]}
            searchable
            allowDeselect={false}
            limit={50}
            value={values.timeZone}
            onChange={(zone) => zone && set('timeZone', zone)}
            error={field('timeZone').error}
          />
          <WindowFields
            windows={values.windows}
            onChange={(windows) => set('windows', windows)}
            error={field('windows').error}
          />
          <Checkbox
            label="Shared: all members see its conversations and can send from it"
            description={adminReason}
            disabled={adminReason !== null}
            checked={values.shared}
            onChange={(event) => set('shared', event.currentTarget.checked)}
          />
          <FormFooter failure={failure} verb="Save" busy={busy} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
