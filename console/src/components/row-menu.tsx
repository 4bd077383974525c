import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconDots, type TablerIcon } from '@tabler/icons-react';
import { ActionButton } from './action-button.tsx';

interface Action {
  label: string;
  icon?: TablerIcon;
  onClick: () => void;
  /** Why it cannot be done, or null. */
  disabledReason?: string | null;
  isDangerous?: boolean;
}

interface Props {
  /** What the row is about, for screen readers. */
  name: string;
  actions: Action[];
  /** Why none of them can be done, or null. */
  disabledReason?: string | null;
}

/** What can be done with a row of a table. */
export function RowMenu({ name, actions, disabledReason = null }: Props) {
  const label = `Actions for ${name}`;
  if (disabledReason !== null)
    return (
      <ActionButton
        size="compact-sm"
        variant="subtle"
        color="muted"
        aria-label={label}
        disabledReason={disabledReason}
      >
        <IconDots size={16} />
      </ActionButton>
    );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="muted" aria-label={label}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <MenuAction key={action.label} {...action} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** An item of a menu, which says why it is disabled. */
export const MenuAction = ({ label, icon: Icon, onClick, disabledReason, isDangerous }: Action) => (
  <Menu.Item
    {...(Icon && { leftSection: <Icon size={16} /> })}
    {...(isDangerous && { color: 'danger' })}
    {...(disabledReason
      ? { 'aria-disabled': true, 'data-disabled': true, closeMenuOnClick: false }
      : { onClick })}
  >
    {label}
    {disabledReason && (
      <Text size="xs" maw={240}>
        {disabledReason}
      </Text>
    )}
  </Menu.Item>
);
