import { type ButtonProps, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { ActionButton } from '../../components/action-button.tsx';
import { lazyComponent } from '../../components/lazy.tsx';
import { dayChoices, weekdayOf } from './days.ts';

const DateDialog = lazyComponent(async () => (await import('./date-dialog.tsx')).DateDialog);

interface Props extends Pick<ButtonProps, 'size' | 'variant' | 'loading'> {
  /** The text of the button: "Move to…". */
  verb: string;
  /** What it is about, for screen readers, where the text does not say it. */
  about?: string;
  disabledReason: string | null;
  onPick: (day: string) => void;
}

/** A button with the days that are chosen most, and any other date. */
export function DayMenu({ verb, about, disabledReason, onPick, ...look }: Props) {
  const [isChoosing, choosing] = useDisclosure();
  const button = (
    <ActionButton
      {...look}
      disabledReason={disabledReason}
      rightSection={<IconChevronDown size={16} />}
      {...(about && { 'aria-label': `${verb} ${about}` })}
    >
      {verb}
    </ActionButton>
  );
  if (disabledReason !== null) return button;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>{button}</Menu.Target>
        <Menu.Dropdown>
          {dayChoices(new Date()).map((choice) => (
            <Menu.Item
              key={choice.label}
              rightSection={weekdayOf(choice.day)}
              onClick={() => onPick(choice.day)}
            >
              {choice.label}
            </Menu.Item>
          ))}
          <Menu.Item onClick={choosing.open}>Choose a date…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isChoosing && (
        <DateDialog
          onPick={(day) => {
            choosing.close();
            onPick(day);
          }}
          onClose={choosing.close}
        />
      )}
    </>
  );
}
