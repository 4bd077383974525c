import { Button, Menu } from '@mantine/core';
import {
  IconDots,
  IconFileExport,
  IconFileImport,
  IconSend,
  IconUserPlus,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useDisabledReason } from '../../api/roles.ts';
import { ActionButton } from '../../components/action-button.tsx';
import classes from './header-actions.module.css';
import { ImportButton, importRoute } from './import-button.tsx';

export type HeaderDialog = 'add' | 'enroll' | 'export';

interface Props {
  onOpen: (dialog: HeaderDialog) => void;
}

const dialogs = [
  { dialog: 'enroll', label: 'Enroll', icon: <IconSend size={16} /> },
  { dialog: 'export', label: 'Export', icon: <IconFileExport size={16} /> },
] as const;

/** What can be done with everyone who matches, and how people are added. */
export function HeaderActions({ onOpen }: Props) {
  const reason = useDisabledReason('member');
  return (
    <>
      <div className={classes.wide}>
        {dialogs.map(({ dialog, label, icon }) => (
          <ActionButton
            key={dialog}
            variant="default"
            leftSection={icon}
            disabledReason={reason}
            onClick={() => onOpen(dialog)}
          >
            {label}
          </ActionButton>
        ))}
        <ImportButton />
      </div>
      <div className={classes.narrow}>
        <MoreMenu reason={reason} onOpen={onOpen} />
      </div>
      <ActionButton
        leftSection={<IconUserPlus size={16} />}
        disabledReason={reason}
        onClick={() => onOpen('add')}
      >
        Add prospect
      </ActionButton>
    </>
  );
}

const more = {
  variant: 'default',
  px: 9,
  'aria-label': 'More',
  children: <IconDots size={16} />,
} as const;

/** The same where there is no room for a row of buttons. */
function MoreMenu({ reason, onOpen }: Props & { reason: string | null }) {
  if (reason !== null) return <ActionButton {...more} disabledReason={reason} />;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button {...more} />
      </Menu.Target>
      <Menu.Dropdown>
        {dialogs.map(({ dialog, label, icon }) => (
          <Menu.Item key={dialog} leftSection={icon} onClick={() => onOpen(dialog)}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Item
          leftSection={<IconFileImport size={16} />}
          renderRoot={(props) => <Link {...importRoute} {...props} />}
        >
          Import
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
