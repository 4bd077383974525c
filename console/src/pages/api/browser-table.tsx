import { Button } from '@mantine/core';
import type { Token } from '@outcrop/contract';
import { useMe } from '../../api/session.ts';
import { DataTable } from '../../components/data-table.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';

interface Props {
  browsers: Token[];
  onDisconnect: (browser: Token) => void;
}

export function BrowserTable({ browsers, onDisconnect }: Props) {
  const { user: me } = useMe();
  return (
    <DataTable
      label="Connected browsers"
      rows={browsers}
      keyOf={({ id }) => id}
      columns={[
        { title: 'Browser', grow: true, cell: ({ name }) => name },
        { title: 'Person', cell: ({ user }) => (user.id === me.id ? 'You' : user.name) },
        { title: 'Connected', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
        { title: 'Last used', cell: ({ lastUsedAt }) => <RelativeTime at={lastUsedAt} /> },
        {
          title: 'Actions',
          hideTitle: true,
          align: 'end',
          cell: (browser) => (
            <Button
              size="compact-sm"
              variant="subtle"
              color="muted"
              aria-label={`Disconnect ${browser.name}`}
              onClick={() => onDisconnect(browser)}
            >
              Disconnect
            </Button>
          ),
        },
      ]}
    />
  );
}
