import { Menu } from '@mantine/core';
import { IconAt } from '@tabler/icons-react';
import { ActionButton } from '../../components/action-button.tsx';
import { useMentionable } from './mentions.ts';

interface Props {
  disabledReason: string | null;
  /** Called with the text to insert. */
  onChoose: (mention: string) => void;
}

export function MentionMenu({ disabledReason, onChoose }: Props) {
  const members = useMentionable();
  const button = (
    <ActionButton
      size="compact-md"
      variant="subtle"
      leftSection={<IconAt size={16} />}
      disabledReason={disabledReason}
    >
      Mention
    </ActionButton>
  );
  if (disabledReason !== null) return button;
  return (
    <Menu position="bottom-start" returnFocus={false}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown mah="50vh" style={{ overflowY: 'auto' }}>
        {members.map(({ userId, label }) => (
          <Menu.Item key={userId} onClick={() => onChoose(`@${label} `)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
