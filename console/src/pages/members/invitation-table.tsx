import { Button, Group } from '@mantine/core';
import type { Invitation } from '@outcrop/contract';
import { roleNames } from '../../api/roles.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';

interface Props {
  invitations: Invitation[];
  onAgain: (invitation: Invitation) => void;
  onTakeBack: (invitation: Invitation) => void;
}

export const InvitationTable = ({ invitations, onAgain, onTakeBack }: Props) => (
  <DataTable
    label="Open invitations"
    rows={invitations}
    keyOf={({ id }) => id}
    columns={[
      { title: 'Address', grow: true, cell: ({ email }) => email },
      { title: 'Role', cell: ({ role }) => roleNames[role] },
      { title: 'Invited', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
      { title: 'Ends', cell: ({ expiresAt }) => <RelativeTime at={expiresAt} /> },
      {
        title: 'Actions',
        untitled: true,
        align: 'end',
        cell: (invitation) => (
          <Group gap={4} wrap="nowrap" display="inline-flex">
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={`Invite again: ${invitation.email}`}
              onClick={() => onAgain(invitation)}
            >
              Invite again
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="danger"
              aria-label={`Take back the invitation of ${invitation.email}`}
              onClick={() => onTakeBack(invitation)}
            >
              Take back
            </Button>
          </Group>
        ),
      },
    ]}
  />
);
