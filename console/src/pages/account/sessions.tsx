import { Badge, Button, Group } from '@mantine/core';
import { browserName } from '@outcrop/contract/browser-name';
import { useRead, useWrite } from '../../api/endpoints.ts';
import { DataTable } from '../../components/data-table.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Section } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';

const deviceName = (agent: string | null): string =>
  agent === null ? 'Unknown device' : (browserName(agent) ?? agent.slice(0, 40));

export function Sessions() {
  const sessions = useRead('getMeSessions');
  const end = useWrite('deleteMeSession', ['getMeSessions']);
  const endOthers = useWrite('deleteMeSessions', ['getMeSessions']);
  const hasOthers = sessions.data?.sessions.some(({ current }) => !current) ?? false;
  return (
    <Section
      title="Active sessions"
      action={
        hasOthers && (
          <Button
            variant="default"
            loading={endOthers.isPending}
            onClick={() => endOthers.mutate({})}
          >
            Sign out other sessions
          </Button>
        )
      }
    >
      <FailureNote error={end.error ?? endOthers.error} />
      <QueryBoundary query={sessions} what="your sessions">
        {(data) => (
          <DataTable
            label="Sessions"
            rows={data.sessions}
            keyOf={({ id }) => id}
            columns={[
              {
                title: 'Browser',
                grow: true,
                cell: ({ device, current }) => (
                  <Group gap="xs">
                    {deviceName(device)}
                    {current && <Badge variant="light">This device</Badge>}
                  </Group>
                ),
              },
              { title: 'IP address', cell: ({ address }) => address ?? 'Unknown' },
              { title: 'Signed in', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
              {
                title: 'Actions',
                hideTitle: true,
                align: 'end',
                cell: ({ id, current, device }) =>
                  !current && (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      color="danger"
                      aria-label={`Sign out ${deviceName(device)}`}
                      onClick={() => end.mutate({ params: { sessionId: id } })}
                    >
                      Sign out
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </QueryBoundary>
    </Section>
  );
}
