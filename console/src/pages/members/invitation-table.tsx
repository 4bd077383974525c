import { Button, Group } from '@mantine/core';
import type { Invitation } from '@outcrop/contract';
import { roleNames } from '../../api/roles.ts';
import { DataTable } from '../../components/data-table.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';

interface Props {
  invitations: Invitation[];
  onResend: (invitation: Invitation) => void;
  onRevoke: (invitation: Invitation) => void;
}

export const InvitationTable = ({ invitations, onResend, onRevoke }: Props) => (
  <DataTable
    label="Pending invitations"
    rows={invitations}
    keyOf={({ id }) => id}
    columns={[
      { title: 'Email', grow: true, cell: ({ email }) => email },
      { title: 'Role', cell: ({ role }) => roleNames[role] },
      { title: 'Invited', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
      { title: 'Expires', cell: ({ expiresAt }) => <RelativeTime at={expiresAt} /> },
      {
        title: 'Actions',
        hideTitle: true,
        align: 'end',
        cell: (invitation) => (
          <Group gap={4} wrap="nowrap" display="inline-flex">
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={`Resend invitation to ${invitation.email}`}
              onClick={() => onResend(invitation)}
            >
              Resend
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="danger"
              aria-label={`Revoke invitation for ${invitation.email}`}
              onClick={() => onRevoke(invitation)}
            >
              Revoke
            </Button>
          </Group>
        ),
      },
    ]}
  />
);
