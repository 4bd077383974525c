import { List, Text } from '@mantine/core';
import { useWrite } from '../../api/endpoints.ts';
import { ConfirmByTyping } from '../../components/confirm-by-typing.tsx';
import type { Mailbox } from '../../features/mailboxes/mailbox-state.tsx';

interface Props {
  mailbox: Mailbox;
  onClose: () => void;
  onRemoved: () => void;
}

export function RemoveMailbox({ mailbox, onClose, onRemoved }: Props) {
  const remove = useWrite('deleteMailbox', ['getMailboxes', 'getCampaignMailboxes']);
  return (
    <ConfirmByTyping
      title="Remove mailbox"
      phrase={mailbox.address}
      verb="Remove mailbox"
      onConfirm={async () => {
        await remove.mutateAsync({ params: { mailboxId: mailbox.id } });
        onRemoved();
      }}
      onClose={onClose}
    >
      <Text>When {mailbox.address} is removed:</Text>
      <List>
        <List.Item>Its password is deleted, and it sends no more emails.</List.Item>
        <List.Item>Prospects who already got an email from it are put on hold.</List.Item>
        <List.Item>Its inbox is no longer read. Conversations stay.</List.Item>
      </List>
      <Text>To stop sending for a while, pause it instead.</Text>
    </ConfirmByTyping>
  );
}
