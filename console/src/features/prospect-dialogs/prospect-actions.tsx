import { ActionIcon, Group, Menu, Text, Tooltip } from '@mantine/core';
import type { Prospect } from '@outcrop/contract';
import {
  IconArrowMerge,
  IconBan,
  IconCode,
  IconDots,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useWrite } from '../../api/endpoints.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Badge } from '../../components/badge.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { lazyComponent } from '../../components/lazy.tsx';
import { announce } from '../../components/live-region.tsx';
import { prospectName } from '../prospect/fields.ts';
import { notifyWithUndo } from '../tasks/notify-with-undo.tsx';
import { useChange } from './change.ts';
import { CurlCommands } from './curl-commands.tsx';
import { OwnerMenu } from './owner-menu.tsx';
import { StageChoice } from './stage-choice.tsx';

const EnrollDialog = lazyComponent(
  async () => (await import('../enrolling/enroll-dialog.tsx')).EnrollDialog,
);

interface Props {
  prospect: Prospect;
  onMerge: () => void;
  /** Called when the prospect was deleted. */
  onDeleted: () => void;
}

const explanation =
  'Excludes this prospect from all campaigns, even if deleted and imported again.';

/** What can be done with a prospect. */
export function ProspectActions({ prospect, onMerge, onDeleted }: Props) {
  const reason = useDisabledReason('member');
  const [dialog, setDialog] = useState<'enroll' | 'delete' | 'curl' | null>(null);
  const { change, attempt, error } = useChange(prospect.id);
  const { doNotContact } = prospect;
  const target = useMemo(() => ({ prospectIds: [prospect.id] }), [prospect.id]);
  // Without the prospect itself, which is gone.
  const remove = useWrite('postBulk', ['getProspects', 'getBoards', 'getUsage']);
  const close = () => setDialog(null);

  const toggleContact = () => {
    const [action, back] = doNotContact
      ? (['unsuppress', 'suppress'] as const)
      : (['suppress', 'unsuppress'] as const);
    void attempt({ action }, () =>
      notifyWithUndo({
        title: doNotContact ? 'Removed from Do not contact' : 'Marked as Do not contact',
        undo: () => change({ action: back }),
      }),
    );
  };
  const contact = (
    <ActionButton
      variant="default"
      px={8}
      disabledReason={reason}
      leftSection={<IconBan size={16} />}
      onClick={toggleContact}
    >
      {doNotContact ? 'Remove “Do not contact”' : 'Do not contact'}
    </ActionButton>
  );
  return (
    <>
      <Group gap="xs">
        <StageChoice prospect={prospect} />
        <OwnerMenu prospect={prospect} />
        <ActionButton
          variant="default"
          px={8}
          disabledReason={reason}
          leftSection={<IconSend size={16} />}
          onClick={() => setDialog('enroll')}
        >
          Enroll…
        </ActionButton>
        {reason === null ? <Tooltip label={explanation}>{contact}</Tooltip> : contact}
        <ActionButton
          variant="default"
          disabledReason={reason}
          px={9}
          aria-label="Delete prospect"
          onClick={() => setDialog('delete')}
        >
          <IconTrash size={16} />
        </ActionButton>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label="More">
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconArrowMerge size={16} />}
              disabled={reason !== null}
              onClick={onMerge}
            >
              Merge…
            </Menu.Item>
            <Menu.Item leftSection={<IconCode size={16} />} onClick={() => setDialog('curl')}>
              Copy as curl…
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      {doNotContact && (
        <Badge icon={IconBan} color="danger">
          Do not contact
        </Badge>
      )}
      <FailureNote error={error} />
      {dialog === 'enroll' && (
        <EnrollDialog title={`Enroll ${prospectName(prospect)}`} target={target} onClose={close} />
      )}
      {dialog === 'curl' && (
        <Dialog title="Copy as curl" size="lg" onClose={close}>
          <CurlCommands prospect={prospect} />
        </Dialog>
      )}
      {dialog === 'delete' && (
        <Confirm
          title={`Delete ${prospectName(prospect)}?`}
          verb="Delete"
          onConfirm={() => remove.mutateAsync({ body: { action: 'delete', ...target } })}
          onDone={() => {
            announce('Prospect deleted');
            onDeleted();
          }}
          onClose={close}
        >
          <Text>This permanently deletes the prospect and their data. You can’t undo this.</Text>
        </Confirm>
      )}
    </>
  );
}
