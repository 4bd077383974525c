import { Menu } from '@mantine/core';
import { IconBookmark, IconSettings } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead } from '../../api/endpoints.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { useKey } from '../../browser/keys.ts';
import { useMenuFocus } from '../../browser/menu-focus.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { lazyComponent } from '../../components/lazy.tsx';
import classes from './thread.module.css';

const SavedRepliesDialog = lazyComponent(
  async () => (await import('./saved-replies-dialog.tsx')).SavedRepliesDialog,
);

interface Props {
  conversationId: string;
  /** What is being written, which can be saved. */
  draft: string;
  /** Focuses the field that the text is inserted into. */
  onInsert: (text: string) => void;
}

/** Inserts a saved reply, with the merge tags filled in for the prospect. */
export function SavedReplies({ conversationId, draft, onInsert }: Props) {
  const reason = useDisabledReason('member');
  const [isOpen, setOpen] = useState(false);
  const [isManaging, setManaging] = useState(false);
  const { data } = useRead('getSavedReplies', { query: { conversationId } }, { enabled: isOpen });
  const focus = useMenuFocus();
  const change = (opens: boolean) => {
    if (opens) focus.onOpen();
    else focus.onClose();
    setOpen(opens);
  };
  const choose = (text: string) => {
    focus.onFocusMoved();
    onInsert(text);
  };
  useKey('t', 'Insert a saved reply', () => reason === null && change(true));
  const button = (
    <ActionButton
      variant="default"
      leftSection={<IconBookmark size={16} />}
      disabledReason={reason}
    >
      Saved replies
    </ActionButton>
  );
  if (reason !== null) return button;
  return (
    <>
      <Menu position="top-start" opened={isOpen} onChange={change} returnFocus={false}>
        <Menu.Target>{button}</Menu.Target>
        <Menu.Dropdown className={classes.menu!}>
          {data?.savedReplies.length === 0 && <Menu.Label>No saved replies yet</Menu.Label>}
          {data?.savedReplies.map(({ id, name, text, filledText }) => (
            <Menu.Item key={id} onClick={() => choose(filledText ?? text)}>
              {name}
              <span className={classes.effect}>{(filledText ?? text).slice(0, 80)}</span>
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconSettings size={16} />} onClick={() => setManaging(true)}>
            Manage saved replies…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isManaging && <SavedRepliesDialog draft={draft} onClose={() => setManaging(false)} />}
    </>
  );
}
