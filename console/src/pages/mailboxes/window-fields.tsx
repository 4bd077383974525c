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
            <Group gap={4}>
              {weekdays.map((name, day) => (
                <Chip key={name} value={String(day + 1)} size="xs">
                  {name}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
          <TextInput
            label="From"
            w={88}
            value={window.from}
            onChange={(event) => replace(index, { ...window, from: event.currentTarget.value })}
          />
          <TextInput
            label="To"
            w={88}
            value={window.to}
            onChange={(event) => replace(index, { ...window, to: event.currentTarget.value })}
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
