import { useDisclosure } from '@mantine/hooks';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { usePages } from '../../api/endpoints.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { useKey } from '../../browser/keys.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { formatNumber } from '../../components/format.ts';
import { TextLink } from '../../components/links.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { EmptyState } from '../../components/states.tsx';
import type { Mailbox } from '../../features/mailboxes/mailbox-state.tsx';
import { MailboxState } from '../../features/mailboxes/mailbox-state.tsx';
import { ConnectMailbox } from './connect-mailbox.tsx';
import { ImportMailboxes } from './import-mailboxes.tsx';
import classes from './mailboxes.module.css';
import { NextSend } from './next-send.tsx';

const route = getRouteApi('/w/$workspaceId/settings/mailboxes');

export default function Mailboxes() {
  const navigate = route.useNavigate();
  const role = useDisabledReason('member');
  const [connecting, connect] = useDisclosure();
  const [importing, importFile] = useDisclosure();
  const mailboxes = usePages('getMailboxes', {}, (data) => data.mailboxes);
  const open = (mailboxId: string) =>
    void navigate({
      to: '/w/$workspaceId/settings/mailboxes/$mailboxId',
      params: (before) => ({ ...before, mailboxId }),
    });
  useKey('n', 'Connect mailbox', () => role === null && connect.open());
  const actions = (
    <>
      <ActionButton
        variant="default"
        leftSection={<IconFileImport size={16} />}
        disabledReason={role}
        onClick={importFile.open}
      >
        Connect from CSV
      </ActionButton>
      <ActionButton
        leftSection={<IconPlus size={16} />}
        disabledReason={role}
        onClick={connect.open}
      >
        Connect mailbox
      </ActionButton>
    </>
  );
  return (
    <>
      <PageHeader
        title="Mailboxes"
        {...(mailboxes.data && mailboxes.data.length > 0 && { action: actions })}
      >
        Campaigns send from these mailboxes and read their replies.
      </PageHeader>
      <QueryBoundary query={mailboxes} what="the mailboxes">
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="No mailboxes yet" action={actions}>
              Connect your mailbox to send your first campaign.
            </EmptyState>
          ) : (
            <DataTable
              label="Mailboxes"
              rows={rows}
              keyOf={({ id }) => id}
              onOpen={({ id }) => open(id)}
              more={mailboxes}
              columns={[
                {
                  title: 'Mailbox',
                  cell: ({ id, address, name }) => (
                    <>
                      <TextLink
                        inherit
                        className={classes.address}
                        from="/w/$workspaceId/settings/mailboxes"
                        to="/w/$workspaceId/settings/mailboxes/$mailboxId"
                        params={(before) => ({ ...before, mailboxId: id })}
                        onClick={(event) => event.stopPropagation()}
                      >
                        {address}
                      </TextLink>
                      {name && <div className={classes.secondary}>{name}</div>}
                    </>
                  ),
                },
                { title: 'Health', grow: true, cell: (mailbox) => <Health mailbox={mailbox} /> },
                {
                  title: 'Sent today',
                  align: 'end',
                  cell: ({ sentToday, limitToday }) =>
                    `${formatNumber(sentToday)} of ${formatNumber(limitToday)}`,
                },
                {
                  title: 'Next email',
                  align: 'end',
                  cell: ({ nextSendAt }) => <NextSend at={nextSendAt} />,
                },
                {
                  title: 'Inbox checked',
                  align: 'end',
                  cell: ({ syncedAt }) => <RelativeTime at={syncedAt} />,
                },
                { title: 'Access', cell: ({ shared }) => (shared ? 'Shared' : 'Private') },
              ]}
            />
          )
        }
      </QueryBoundary>
      {connecting && <ConnectMailbox onClose={connect.close} onConnected={open} />}
      {importing && <ImportMailboxes onClose={importFile.close} />}
    </>
  );
}

const Health = ({ mailbox: { status, restUntil, advice } }: { mailbox: Mailbox }) => (
  <>
    <MailboxState status={status} />
    {status === 'resting' && restUntil && (
      <div className={classes.secondary}>
        Sends again <RelativeTime at={restUntil} />
      </div>
    )}
    {status !== 'ok' && advice && <div className={classes.secondary}>{advice}</div>}
  </>
);
