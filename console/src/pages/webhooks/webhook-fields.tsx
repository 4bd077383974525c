import { Checkbox, Input, Radio, Stack, TextInput } from '@mantine/core';
import type { Webhook } from '@outcrop/contract';
import type { useLineForm } from '../../parts/line-form.ts';
import { eventGroups } from './event-words.ts';
import classes from './webhooks.module.css';

export interface WebhookValues {
  url: string;
  which: 'all' | 'some';
  events: Webhook['events'];
}

/** What is typed, from what is there. */
export const valuesOf = ({ url, events }: Pick<Webhook, 'url' | 'events'>): WebhookValues =>
  events.includes('*') ? { url, which: 'all', events: [] } : { url, which: 'some', events };

/** What is sent, from what was typed. */
export const bodyOf = ({ url, which, events }: WebhookValues) => ({
  url,
  events: which === 'all' ? (['*'] as Webhook['events']) : events,
});

type Form = Pick<
  ReturnType<typeof useLineForm<'postWebhooks', WebhookValues>>,
  'values' | 'set' | 'field'
>;

/** Where to, and what about. For a new webhook and for one that is changed. */
export const WebhookFields = ({ values, set, field }: Form) => (
  <>
    <TextInput
      label="Address"
      description="Each event is sent there as a signed POST. It must be public and use https."
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
        <Radio value="all" label="All, and kinds that are added later" />
        <Radio value="some" label="Only these" />
      </Stack>
    </Radio.Group>
    {values.which === 'some' && (
      <Kinds
        chosen={values.events}
        onChange={(events) => set('events', events)}
        error={field('events').error}
      />
    )}
  </>
);

interface KindsProps {
  chosen: Webhook['events'];
  onChange: (kinds: Webhook['events']) => void;
  error: string | undefined;
}

const Kinds = ({ chosen, onChange, error }: KindsProps) => (
  <Checkbox.Group
    value={chosen}
    onChange={(kinds) => onChange(kinds as Webhook['events'])}
    aria-label="Kinds of events"
  >
    <Input.Error>{error}</Input.Error>
    <div className={classes.kinds}>
      {Object.entries(eventGroups).map(([group, kinds]) => (
        <fieldset key={group} className={classes.group}>
          <legend>{group}</legend>
          {Object.entries(kinds).map(([kind, words]) => (
            <Checkbox key={kind} value={kind} label={words} description={<code>{kind}</code>} />
          ))}
        </fieldset>
      ))}
    </div>
  </Checkbox.Group>
);
