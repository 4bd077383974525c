import { Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconChevronDown } from '@tabler/icons-react';
import { useWrite } from '../../api/endpoints.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { announce } from '../../components/live-region.tsx';
import { notifyFailure } from '../../components/notify-failure.ts';
import {
  type Message,
  type MessageKind,
  messageKinds,
} from '../../features/conversations/conversation-labels.ts';
import { kindLooks } from '../../features/conversations/kind-badge.tsx';
import { prospectEndpoints } from '../../features/prospect-dialogs/change.ts';
import { correctionEffects, correctionLabels, undoneEffects } from './inbox-labels.ts';
import classes from './thread.module.css';

interface Props {
  message: Message;
  kind: MessageKind;
}

/** Corrects what a message is. Says what is undone, and what follows instead. */
export function CorrectMenu({ message, kind }: Props) {
  const reason = useDisabledReason('member');
  const correct = useWrite('postMessageCorrect', [
    'getConversation',
    'getConversations',
    ...prospectEndpoints,
  ]);
  const choose = (to: MessageKind) =>
    correct.mutate(
      { params: { messageId: message.id }, body: { kind: to } },
      {
        onSuccess: () => {
          announce(`Type changed: ${correctionLabels[to]}`);
          notifications.show({
            title: `Type changed: ${correctionLabels[to]}`,
            message: correctionEffects[to],
          });
        },
        onError: (error) => notifyFailure('Could not change the type', error),
      },
    );
  const button = (
    <ActionButton
      size="compact-sm"
      variant="subtle"
      color="muted"
      disabledReason={reason}
      loading={correct.isPending}
      rightSection={<IconChevronDown size={14} aria-hidden />}
    >
      Change type…
    </ActionButton>
  );
  if (reason !== null) return button;
  return (
    <Menu position="bottom-end" returnFocus>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown className={classes.menu!}>
        <Menu.Label>{undoneEffects[kind]}</Menu.Label>
        {messageKinds
          .filter((each) => each !== kind)
          .map((each) => {
            const { icon: Icon } = kindLooks[each];
            return (
              <Menu.Item
                key={each}
                leftSection={<Icon size={16} aria-hidden />}
                onClick={() => choose(each)}
              >
                {correctionLabels[each]}
                <span className={classes.effect}>{correctionEffects[each]}</span>
              </Menu.Item>
            );
          })}
      </Menu.Dropdown>
    </Menu>
  );
}
