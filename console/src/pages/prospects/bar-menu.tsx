import { Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ActionButton } from '../../components/action-button.tsx';

interface Props {
  label: string;
  disabledReason: string | null;
  /** For a menu that also opens with a shortcut. */
  opened?: boolean;
  onChange?: (opened: boolean) => void;
  children: ReactNode;
}

export const BarMenu = ({ label, disabledReason, children, ...opening }: Props) => (
  <Menu position="top-end" {...opening}>
    <Menu.Target>
      <ActionButton
        size="compact-md"
        variant="default"
        rightSection={<IconChevronDown size={14} />}
        disabledReason={disabledReason}
      >
        {label}
      </ActionButton>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
);
