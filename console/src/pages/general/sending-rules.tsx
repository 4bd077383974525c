import { Checkbox, Group, NumberInput, Pill, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { MailSettings } from '@outcrop/contract';
import { useState } from 'react';
import { useRead } from '../../api/endpoints.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { useEndpointForm } from '../../components/endpoint-form.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { formatDate } from '../../components/format.ts';
import { QueryBoundary } from '../../components/query-boundary.tsx';

/** Rules for the emails of all campaigns. */
export function SendingRules() {
  const settings = useRead('getMailSettings');
  return (
    <QueryBoundary query={settings} what="the sending rules">
      {(data) => <Rules settings={data.settings} />}
    </QueryBoundary>
  );
}

function Rules({ settings }: { settings: MailSettings }) {
  const reason = useDisabledReason('admin');
  const { form, field, values, set, failure, busy } = useEndpointForm(
    'patchMailSettings',
    settings,
    {
      request: (body) => ({ body }),
      refreshes: ['getMailSettings'],
      onDone: () => notifications.show({ message: 'Sending rules saved' }),
    },
  );
  const number = (name: 'companyPerDay' | 'keepTextDays') => ({
    value: values[name] ?? '',
    onChange: (value: string | number) => set(name, value === '' ? null : Number(value)),
    error: field(name).error,
    readOnly: reason !== null,
  });
  return (
    <form {...form}>
      <Stack maw={480}>
        <NumberInput
          label="Max emails per company per day"
          description="Counted by email domain."
          placeholder="No limit"
          min={1}
          max={10_000}
          {...number('companyPerDay')}
        />
        <NumberInput
          label="Min hours between emails to a prospect"
          description="Across all campaigns."
          min={0}
          max={720}
          readOnly={reason !== null}
          value={values.cooldownHours}
          onChange={(value) => set('cooldownHours', Number(value))}
          error={field('cooldownHours').error}
        />
        <Checkbox
          label="A reply stops the campaign for everyone at that company"
          disabled={reason !== null}
          checked={values.stopCompanyOnReply}
          onChange={(event) => set('stopCompanyOnReply', event.currentTarget.checked)}
        />
        <Holidays
          days={values.holidays}
          onChange={(days) => set('holidays', days)}
          readOnly={reason !== null}
          error={field('holidays').error}
        />
        <NumberInput
          label="Days to keep message text"
          description="Older text is deleted permanently. Senders and dates are kept."
          placeholder="13 months"
          min={1}
          max={395}
          {...number('keepTextDays')}
        />
        <FailureNote error={failure} />
        <Group>
          <ActionButton type="submit" loading={busy} disabledReason={reason}>
            Save rules
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}

interface HolidaysProps {
  days: string[];
  onChange: (days: string[]) => void;
  readOnly: boolean;
  error: string | undefined;
}

/** Days when no campaign sends. */
function Holidays({ days, onChange, readOnly, error }: HolidaysProps) {
  const [day, setDay] = useState('');
  const add = () => {
    if (day !== '') onChange([...new Set([...days, day])].sort());
    setDay('');
  };
  return (
    <Stack gap="xs">
      <Group align="end" gap="xs">
        <TextInput
          type="date"
          label="Holidays"
          description="No emails are sent on these days."
          readOnly={readOnly}
          value={day}
          error={error}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        {!readOnly && (
          <ActionButton variant="default" disabledReason={null} disabled={day === ''} onClick={add}>
            Add day
          </ActionButton>
        )}
      </Group>
      {days.length > 0 && (
        <Pill.Group>
          {days.map((each) => (
            <Pill
              key={each}
              withRemoveButton={!readOnly}
              onRemove={() => onChange(days.filter((other) => other !== each))}
              removeButtonProps={{
                'aria-label': `Remove ${formatDate(each)}`,
                'aria-hidden': false,
                tabIndex: 0,
              }}
            >
              {formatDate(each)}
            </Pill>
          ))}
        </Pill.Group>
      )}
    </Stack>
  );
}
