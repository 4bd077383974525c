import { Button, Chip, Group, Input, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type Window, weekdays } from './mailbox-labels.ts';
import classes from './mailboxes.module.css';

interface Props {
  windows: Window[];
  onChange: (windows: Window[]) => void;
  error: string | undefined;
}

const maxWindows = 21;
/** A time field has no such time; there, a window that ends at midnight ends at 12 AM. */
const endOfDay = '24:00';

/** Days and times of the week when a mailbox sends. */
export function WindowFields({ windows, onChange, error }: Props) {
  const replace = (index: number, window: Window) => onChange(windows.with(index, window));
  return (
    <div className={classes.windows}>
      {windows.map((window, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a window has no other identity
        <fieldset key={index} className={classes.window}>
          <Input.Label component="legend">Sending time {index + 1}</Input.Label>
          <Chip.Group
            multiple
            value={window.days.map(String)}
            onChange={(days) =>
              replace(index, { ...window, days: days.map(Number).sort((a, b) => a - b) })
            }
          >
            <Group gap={4} w="100%">
              {weekdays.map((name, day) => (
                <Chip key={name} value={String(day + 1)} size="xs">
                  {name}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
          <TextInput
            type="time"
            label="From"
            value={window.from}
            onChange={(event) => replace(index, { ...window, from: event.currentTarget.value })}
          />
          <TextInput
            type="time"
            label="To"
            value={window.to === endOfDay ? '00:00' : window.to}
            onChange={({ currentTarget: { value } }) =>
              replace(index, { ...window, to: value === '00:00' ? endOfDay : value })
            }
          />
          {windows.length > 1 && (
            <Button
              variant="subtle"
              color="danger"
              aria-label={`Remove sending time ${index + 1}`}
              onClick={() => onChange(windows.toSpliced(index, 1))}
            >
              Remove
            </Button>
          )}
        </fieldset>
      ))}
      {error && <Input.Error>{error}</Input.Error>}
      {windows.length < maxWindows && (
        <div>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} />}
            onClick={() => onChange([...windows, { ...windows.at(-1)! }])}
          >
            Add sending time
          </Button>
        </div>
      )}
    </div>
  );
}
