import { Group, Text } from '@mantine/core';
import type { Member } from '@outcrop/contract';
import { roleNames } from '../../api/roles.ts';
import { useMe } from '../../api/session.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';

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
            <>
              {name}
              {userId === me.id && ' (you)'}
              {email && (
                <Text size="xs" c="dimmed">
                  {email}
                </Text>
              )}
            </>
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
            <Group gap={4} wrap="nowrap" display="inline-flex">
              <ActionButton
                size="compact-sm"
                variant="subtle"
                aria-label={`Change role of ${member.name}`}
                disabledReason={disabledReasonFor(member)}
                onClick={() => onChangeRole(member)}
              >
                Change role
              </ActionButton>
              <ActionButton
                size="compact-sm"
                variant="subtle"
                color="danger"
                aria-label={member.userId === me.id ? 'Leave' : `Remove ${member.name}`}
                disabledReason={disabledReasonFor(member)}
                onClick={() => onRemove(member)}
              >
                {member.userId === me.id ? 'Leave' : 'Remove'}
              </ActionButton>
            </Group>
          ),
        },
      ]}
    />
  );
}
