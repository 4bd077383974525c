import { Menu } from '@mantine/core';
import type { Prospect } from '@outcrop/contract';
import { IconChevronDown, IconUser } from '@tabler/icons-react';
import { useWrite } from '../../api/endpoints.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { useOwnerName, useOwners } from '../prospect/owner.ts';
import { notifyWithUndo } from '../tasks/notify-with-undo.tsx';
import { prospectEndpoints } from './change.ts';

/** Shows who looks after the prospect, and assigns it. */
export function OwnerMenu({ prospect: { id, ownerId } }: { prospect: Prospect }) {
  const reason = useDisabledReason('member');
  const owners = useOwners();
  const nameOf = useOwnerName();
  const write = useWrite('patchProspect', prospectEndpoints);
  const assign = (to: string | null) =>
    write.mutateAsync({ params: { prospectId: id }, body: { ownerId: to } });
  const choose = (to: string | null) =>
    void assign(to).then(
      () =>
        notifyWithUndo({
          title:
            to === null ? 'Owner removed' : `Assigned to ${nameOf(to)?.replace(/^You$/, 'you')}`,
          changed: [`owner ${id}`],
          undo: () => assign(ownerId),
        }),
      () => {},
    );
  const name = nameOf(ownerId) ?? 'No owner';
  const button = (
    <ActionButton
      variant="default"
      disabledReason={reason}
      leftSection={<IconUser size={16} />}
      rightSection={<IconChevronDown size={16} />}
      aria-label={`Owner: ${name}`}
    >
      {name}
    </ActionButton>
  );
  return (
    <>
      {reason === null ? (
        <Menu position="bottom-start">
          <Menu.Target>{button}</Menu.Target>
          <Menu.Dropdown mah="50vh" style={{ overflowY: 'auto' }}>
            <Menu.Label>Assign to</Menu.Label>
            {owners.map(({ value, label }) => (
              <Menu.Item key={value} disabled={value === ownerId} onClick={() => choose(value)}>
                {label}
              </Menu.Item>
            ))}
            <Menu.Divider />
            <Menu.Item disabled={ownerId === null} onClick={() => choose(null)}>
              No owner
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : (
        button
      )}
      <FailureNote error={write.error} />
    </>
  );
}
