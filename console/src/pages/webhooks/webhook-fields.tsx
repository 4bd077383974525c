import { Checkbox, Input, Radio, Stack, TextInput } from '@mantine/core';
import type { Webhook } from '@outcrop/contract';
import type { useEndpointForm } from '../../components/endpoint-form.ts';
import { eventGroups } from './event-labels.ts';
import classes from './webhooks.module.css';

export interface WebhookValues {
  url: string;
  which: 'all' | 'some';
  events: Webhook['events'];
}

export const valuesOf = ({ url, events }: Pick<Webhook, 'url' | 'events'>): WebhookValues =>
  events.includes('*') ? { url, which: 'all', events: [] } : { url, which: 'some', events };

export const bodyOf = ({ url, which, events }: WebhookValues) => ({
  url,
  events: which === 'all' ? (['*'] as Webhook['events']) : events,
});

type Form = Pick<
  ReturnType<typeof useEndpointForm<'postWebhooks', WebhookValues>>,
  'values' | 'set' | 'field'
>;

export const WebhookFields = ({ values, set, field }: Form) => (
  <>
    <TextInput
      label="Endpoint URL"
      description="Events are sent here as signed POST requests. The URL must be public and use HTTPS."
      placeholder="https://crm.example.com/hooks/outcrop"
      type="url"
      autoComplete="off"
      spellCheck={false}
      data-autofocus
      {...field('url')}
    />
    <Radio.Group
      label="Events"
      value={values.which}
      onChange={(which) => set('which', which as WebhookValues['which'])}
    >
      <Stack gap="xs" mt={4}>
        <Radio value="all" label="All events (including future ones)" />
        <Radio value="some" label="Selected events" />
      </Stack>
    </Radio.Group>
    {values.which === 'some' && (
      <EventTypes
        chosen={values.events}
        onChange={(events) => set('events', events)}
        error={field('events').error}
      />
    )}
  </>
);

interface EventTypesProps {
  chosen: Webhook['events'];
  onChange: (events: Webhook['events']) => void;
  error: string | undefined;
}

const EventTypes = ({ chosen, onChange, error }: EventTypesProps) => (
  <Checkbox.Group
    value={chosen}
    onChange={(events) => onChange(events as Webhook['events'])}
    aria-label="Event types"
  >
    <Input.Error>{error}</Input.Error>
    <div className={classes.eventTypes}>
      {Object.entries(eventGroups).map(([group, types]) => (
        <fieldset key={group} className={classes.group}>
          <legend>{group}</legend>
          {Object.entries(types).map(([type, label]) => (
            <Checkbox key={type} value={type} label={label} description={<code>{type}</code>} />
          ))}
        </fieldset>
      ))}
    </div>
  </Checkbox.Group>
);
