import { ActionIcon, Indicator, Popover, Tooltip } from '@mantine/core';
import { type ReactNode, useState } from 'react';

interface Props {
  title: string;
  icon: ReactNode;
  /** Shown on the button, with what it counts. */
  count: number;
  counted: string;
  onOpen?: () => void;
  children: (close: () => void) => ReactNode;
}

/** A button of the header with a number, which opens a list. */
export function HeaderPopover({ title, icon, count, counted, onOpen, children }: Props) {
  const [opened, setOpened] = useState(false);
  const label = count > 0 ? `${title}, ${count} ${counted}` : title;
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      {...(onOpen && { onOpen })}
      position="bottom-end"
      width="min(340px, calc(100vw - 32px))"
      trapFocus
    >
      <Popover.Target>
        <Tooltip label={label} disabled={opened}>
          <Indicator disabled={count === 0} label={count > 99 ? '99+' : count} size={16} offset={4}>
            <ActionIcon
              variant="subtle"
              color="muted"
              size="lg"
              aria-label={label}
              onClick={() => setOpened(!opened)}
            >
              {icon}
            </ActionIcon>
          </Indicator>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={title}>{children(() => setOpened(false))}</Popover.Dropdown>
    </Popover>
  );
}
