import { Button, Group } from '@mantine/core';
import type { Token } from '@outcrop/contract';
import { IconRobot } from '@tabler/icons-react';
import { roleNames } from '../../api/roles.ts';
import { useMe } from '../../api/session.ts';
import { DataTable } from '../../components/data-table.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';

interface Props {
  tokens: Token[];
  onRevoke: (token: Token) => void;
}

export function TokenTable({ tokens, onRevoke }: Props) {
  const { user: me } = useMe();
  return (
    <DataTable
      label="API tokens"
      rows={tokens}
      keyOf={({ id }) => id}
      columns={[
        { title: 'Name', grow: true, cell: ({ name }) => name },
        {
          title: 'Owner',
          cell: ({ user }) => (user.id === me.id ? 'You' : <OwnerName {...user} />),
        },
        { title: 'Role', cell: ({ role }) => roleNames[role] },
        { title: 'Token', cell: ({ lastFour }) => <code>…{lastFour}</code> },
        { title: 'Created', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
        { title: 'Last used', cell: ({ lastUsedAt }) => <RelativeTime at={lastUsedAt} /> },
        { title: 'Expires', cell: ({ expiresAt }) => <RelativeTime at={expiresAt} /> },
        {
          title: 'Actions',
          hideTitle: true,
          align: 'end',
          cell: (token) => (
            <Button
              size="compact-sm"
              variant="subtle"
              color="muted"
              aria-label={`Revoke ${token.name}`}
              onClick={() => onRevoke(token)}
            >
              Revoke
            </Button>
          ),
        },
      ]}
    />
  );
}

const OwnerName = ({ name, kind }: Token['user']) =>
  kind === 'person' ? (
    name
  ) : (
    <Group component="span" gap={4} wrap="nowrap">
      <IconRobot size={16} stroke={1.6} role="img" aria-label="Integration user" />
      {name}
    </Group>
  );
