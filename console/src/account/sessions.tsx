import { Badge, Button, Group } from '@mantine/core';
import { useRead, useWrite } from '../api/lines.ts';
import { DataTable } from '../parts/data-table.tsx';
import { FailureNote } from '../parts/failure-note.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Section } from '../parts/page-header.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import { deviceName } from './device-name.ts';

/** Where this person is signed in, and the way to end what should not be. */
export function Sessions() {
  const sessions = useRead('getMeSessions');
  const end = useWrite('deleteMeSession', ['getMeSessions']);
  const endOthers = useWrite('deleteMeSessions', ['getMeSessions']);
  const others = sessions.data?.sessions.some(({ current }) => !current) ?? false;
  return (
    <Section
      title="Where you are signed in"
      action={
        others && (
          <Button
            variant="default"
            loading={endOthers.isPending}
            onClick={() => endOthers.mutate({})}
          >
            End all others
          </Button>
        )
      }
    >
      <FailureNote error={end.error ?? endOthers.error} />
      <Loaded query={sessions} what="your sessions">
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
                    {current && <Badge variant="light">this one</Badge>}
                  </Group>
                ),
              },
              { title: 'From', cell: ({ address }) => address ?? 'unknown' },
              { title: 'Since', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
              {
                title: 'End',
                untitled: true,
                align: 'end',
                cell: ({ id, current, device }) =>
                  !current && (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      color="danger"
                      aria-label={`End the session in ${deviceName(device)}`}
                      onClick={() => end.mutate({ params: { sessionId: id } })}
                    >
                      End
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
    </Section>
  );
}
