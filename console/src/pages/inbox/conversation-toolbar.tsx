import { Menu } from '@mantine/core';
import { conversationOutcomes, outcomeName, outcomeStage } from '@outcrop/contract/outcomes';
import { stageName } from '@outcrop/contract/stages';
import {
  IconAlarm,
  IconArchive,
  IconArchiveOff,
  IconBan,
  IconCheck,
  IconFlag,
  IconMail,
  IconMailOpened,
} from '@tabler/icons-react';
import { type ReactElement, useState } from 'react';
import { useDisabledReason } from '../../api/roles.ts';
import { useKey } from '../../browser/keys.ts';
import { ActionButton } from '../../components/action-button.tsx';
import type { Conversation } from '../../features/conversations/conversation-labels.ts';
import { SnoozeDialog } from './snooze-dialog.tsx';
import { snoozeChoices, snoozeTime } from './snooze-times.ts';
import classes from './thread.module.css';
import type { ConversationActions } from './use-conversation-actions.ts';

interface Props {
  conversation: Conversation;
  actions: ConversationActions;
  onDoNotContact: () => void;
}

/** What can be done with a conversation, each by a key too. */
export function ConversationToolbar({ conversation, actions, onDoNotContact }: Props) {
  const { state, unread, prospect } = conversation;
  const reason = useDisabledReason('member');
  const [menu, setMenu] = useState<'snooze' | 'outcome' | 'date' | null>(null);
  const isClosed = state === 'closed';
  const allowed = (run: () => void) => () => {
    if (reason === null) run();
  };
  const toggleClosed = () => (isClosed ? actions.reopen() : actions.close());
  const prospectReason = prospect === null ? 'The prospect was deleted.' : reason;

  useKey('e', isClosed ? 'Reopen' : 'Close and open next', allowed(toggleClosed));
  useKey(
    'z',
    'Snooze',
    allowed(() => setMenu('snooze')),
  );
  useKey(
    'm',
    'Set outcome',
    allowed(() => setMenu('outcome')),
  );
  useKey('u', unread ? 'Mark as read' : 'Mark as unread', allowed(actions.toggleUnread));
  useKey('d', 'Do not contact', () => prospectReason === null && onDoNotContact());

  const compact = { size: 'compact-sm', variant: 'default' } as const;
  const menuProps = (which: 'snooze' | 'outcome') => ({
    opened: menu === which,
    onChange: (isOpen: boolean) => setMenu(isOpen ? which : null),
    position: 'bottom-start' as const,
    returnFocus: true,
  });
  return (
    <div className={classes.toolbar} role="toolbar" aria-label="Conversation">
      <ActionButton
        {...compact}
        disabledReason={reason}
        leftSection={isClosed ? <IconArchiveOff size={16} /> : <IconArchive size={16} />}
        onClick={toggleClosed}
      >
        {isClosed ? 'Reopen' : 'Close'}
      </ActionButton>
      <MenuOr
        isMenu={reason === null}
        button={
          <ActionButton {...compact} disabledReason={reason} leftSection={<IconAlarm size={16} />}>
            Snooze
          </ActionButton>
        }
        props={menuProps('snooze')}
      >
        {snoozeChoices(new Date()).map(({ label, until }) => (
          <Menu.Item key={label} onClick={() => actions.snooze(until)}>
            {label}
            <span className={classes.effect}>{snoozeTime(until, new Date())}</span>
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => setMenu('date')}>Choose a date…</Menu.Item>
      </MenuOr>
      <MenuOr
        isMenu={reason === null}
        button={
          <ActionButton {...compact} disabledReason={reason} leftSection={<IconFlag size={16} />}>
            {conversation.outcome === null ? 'Outcome' : outcomeName[conversation.outcome]}
          </ActionButton>
        }
        props={menuProps('outcome')}
      >
        {conversationOutcomes.map((outcome) => {
          const stage = outcomeStage[outcome];
          return (
            <Menu.Item
              key={outcome}
              rightSection={conversation.outcome === outcome && <IconCheck size={16} />}
              onClick={() => actions.setOutcome(outcome)}
            >
              {outcomeName[outcome]}
              <span className={classes.effect}>
                {stage === null ? 'Stage doesn’t change' : `Moves the stage to ${stageName[stage]}`}
              </span>
            </Menu.Item>
          );
        })}
        {conversation.outcome !== null && (
          <Menu.Item onClick={() => actions.setOutcome(null)}>
            Clear outcome
            <span className={classes.effect}>Stage doesn’t change</span>
          </Menu.Item>
        )}
      </MenuOr>
      <ActionButton
        {...compact}
        px={8}
        disabledReason={reason}
        aria-label={unread ? 'Mark as read' : 'Mark as unread'}
        title={unread ? 'Mark as read' : 'Mark as unread'}
        onClick={actions.toggleUnread}
      >
        {unread ? <IconMailOpened size={16} /> : <IconMail size={16} />}
      </ActionButton>
      <ActionButton
        {...compact}
        px={8}
        disabledReason={prospectReason}
        aria-label="Do not contact"
        title="Do not contact"
        onClick={onDoNotContact}
      >
        <IconBan size={16} />
      </ActionButton>
      {menu === 'date' && (
        <SnoozeDialog
          onSnooze={(until) => {
            setMenu(null);
            actions.snooze(until);
          }}
          onClose={() => setMenu(null)}
        />
      )}
    </div>
  );
}

interface MenuOrProps {
  /** Without it, only the button is shown, which says why it is disabled. */
  isMenu: boolean;
  button: ReactElement;
  props: object;
  children: React.ReactNode;
}

const MenuOr = ({ isMenu, button, props, children }: MenuOrProps) =>
  isMenu ? (
    <Menu {...props}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown className={classes.menu!}>{children}</Menu.Dropdown>
    </Menu>
  ) : (
    button
  );
