import { Text } from '@mantine/core';
import type { Member } from '@outcrop/contract';
import { IconUserCog, IconUserMinus } from '@tabler/icons-react';
import { roleNames } from '../../api/roles.ts';
import { useMe } from '../../api/session.ts';
import { DataTable } from '../../components/data-table.tsx';
import { WithInitials } from '../../components/initials.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { RowMenu } from '../../components/row-menu.tsx';

interface Props {
  label: string;
  members: Member[];
  /** Why the user can't change this member, or null. */
  disabledReasonFor: (member: Member) => string | null;
  onChangeRole: (member: Member) => void;
  onRemove: (member: Member) => void;
}

export function MemberTable({ label, members, disabledReasonFor, onChangeRole, onRemove }: Props) {
  const { user: me } = useMe();
  return (
    <DataTable
      label={label}
      rows={members}
      keyOf={({ userId }) => userId}
      columns={[
        {
          title: 'Name',
          grow: true,
          cell: ({ userId, name, email }) => (
            <WithInitials name={name}>
              {name}
              {userId === me.id && ' (you)'}
              {email && (
                <Text size="xs" c="dimmed">
                  {email}
                </Text>
              )}
            </WithInitials>
          ),
        },
        { title: 'Role', cell: ({ role }) => roleNames[role] },
        { title: 'Tokens', align: 'end', cell: ({ activeTokens }) => activeTokens },
        { title: 'Last active', cell: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} /> },
        { title: 'Joined', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
        {
          title: 'Actions',
          hideTitle: true,
          align: 'end',
          cell: (member) => (
            <RowMenu
              name={member.name}
              disabledReason={disabledReasonFor(member)}
              actions={[
                {
                  label: 'Change role…',
                  icon: IconUserCog,
                  onClick: () => onChangeRole(member),
                },
                {
                  label: member.userId === me.id ? 'Leave…' : 'Remove…',
                  icon: IconUserMinus,
                  onClick: () => onRemove(member),
                  isDangerous: true,
                },
              ]}
            />
          ),
        },
      ]}
    />
  );
}
