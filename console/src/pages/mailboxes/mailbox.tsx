import { Alert, Button, Menu } from '@mantine/core';
import {
  IconAlertTriangle,
  IconClockPause,
  IconDots,
  IconPencil,
  IconPlayerPause,
  IconPlugConnected,
} from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead, useWrite } from '../../api/endpoints.ts';
import { useDisabledReason } from '../../api/roles.ts';
import { useMe } from '../../api/session.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { BackLink } from '../../components/back-link.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { fullTime } from '../../components/relative-time.tsx';
import type { Mailbox } from '../../features/mailboxes/mailbox-state.tsx';
import { hasPausedItself } from '../../features/mailboxes/mailbox-state.tsx';
import { ChangePassword } from './change-password.tsx';
import { DeliveryCheck } from './delivery-check.tsx';
import { MailboxFacts } from './mailbox-facts.tsx';
import { MailboxSettings } from './mailbox-settings.tsx';
import classes from './mailboxes.module.css';
import { RemoveMailbox } from './remove-mailbox.tsx';
import { SignInButton } from './sign-in-button.tsx';
import { TestResult } from './test-result.tsx';

const route = getRouteApi('/w/$workspaceId/settings/mailboxes/$mailboxId');

export default function MailboxPage() {
  const { mailboxId } = route.useParams();
  const mailbox = useRead(
    'getMailbox',
    { params: { mailboxId } },
    { pollWhile: ({ mailbox: { check } }) => check?.state === 'running' },
  );
  return (
    <>
      <BackLink from="/w/$workspaceId" to="/w/$workspaceId/settings/mailboxes">
        All mailboxes
      </BackLink>
      {!mailbox.data && <PageHeader title="Mailbox" />}
      <QueryBoundary query={mailbox} what="the mailbox">
        {(data) => <MailboxDetails key={mailboxId} mailbox={data.mailbox} />}
      </QueryBoundary>
    </>
  );
}

type Dialog = 'settings' | 'password' | 'remove' | null;

function MailboxDetails({ mailbox }: { mailbox: Mailbox }) {
  const navigate = route.useNavigate();
  const params = { mailboxId: mailbox.id };
  const disabledReason = useEditReason(mailbox);
  const test = useWrite('postMailboxTest', ['getMailbox', 'getMailboxes']);
  const change = useWrite('patchMailbox', ['getMailbox', 'getMailboxes']);
  const [dialog, show] = useState<Dialog>(null);
  const close = () => show(null);
  const isPaused = mailbox.status === 'paused';
  return (
    <>
      <PageHeader
        title={mailbox.address}
        action={
          <>
            <ActionButton
              leftSection={<IconPlugConnected size={16} />}
              disabledReason={disabledReason}
              loading={test.isPending}
              onClick={() => test.mutate({ params, body: {} })}
            >
              Test connection
            </ActionButton>
            <ActionButton
              variant="default"
              leftSection={<IconPencil size={16} />}
              disabledReason={disabledReason}
              onClick={() => show('settings')}
            >
              Edit settings
            </ActionButton>
            <ActionButton
              variant="default"
              leftSection={<IconPlayerPause size={16} />}
              disabledReason={disabledReason}
              loading={change.isPending}
              onClick={() => change.mutate({ params, body: { paused: !isPaused } })}
            >
              {isPaused ? 'Resume' : 'Pause'}
            </ActionButton>
            {disabledReason === null && (
              <Menu position="bottom-end">
                <Menu.Target>
                  <Button variant="default" leftSection={<IconDots size={16} />}>
                    More
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item onClick={() => show('password')}>Change password or servers</Menu.Item>
                  <Menu.Item color="danger" onClick={() => show('remove')}>
                    Remove mailbox
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            )}
          </>
        }
      >
        {mailbox.name}
      </PageHeader>
      <FailureNote error={test.error ?? change.error} />
      <HealthNotice mailbox={mailbox} disabledReason={disabledReason} />
      {test.data && (
        <div className={classes.notice}>
          <TestResult result={test.data} />
        </div>
      )}
      <MailboxFacts mailbox={mailbox} />
      <DeliveryCheck mailbox={mailbox} disabledReason={disabledReason} />
      {dialog === 'settings' && <MailboxSettings mailbox={mailbox} onClose={close} />}
      {dialog === 'password' && <ChangePassword mailbox={mailbox} onClose={close} />}
      {dialog === 'remove' && (
        <RemoveMailbox
          mailbox={mailbox}
          onClose={close}
          onRemoved={() => void navigate({ to: '/w/$workspaceId/settings/mailboxes' })}
        />
      )}
    </>
  );
}

/** Members change their own mailboxes, Admins all that they see. */
function useEditReason({ ownerId }: Mailbox): string | null {
  const { user } = useMe();
  const member = useDisabledReason('member');
  const admin = useDisabledReason('admin');
  if (member !== null || ownerId === user.id) return member;
  return admin && `Only its owner or an Admin can change this mailbox. ${admin}`;
}

interface NoticeProps {
  mailbox: Mailbox;
  disabledReason: string | null;
}

function HealthNotice({ mailbox, disabledReason }: NoticeProps) {
  const { status, advice, detail, restUntil } = mailbox;
  if (hasPausedItself(mailbox))
    return (
      <Alert
        className={classes.notice}
        color="danger"
        icon={<IconPlayerPause />}
        title="Paused automatically"
      >
        {detail} {advice}
      </Alert>
    );
  if (status === 'ok' || status === 'paused') return null;
  const isResting = status === 'resting';
  return (
    <Alert
      className={classes.notice}
      color={isResting ? 'warn' : 'danger'}
      icon={isResting ? <IconClockPause /> : <IconAlertTriangle />}
      title={isResting && restUntil ? `Resting until ${fullTime(restUntil)}` : 'Not sending emails'}
    >
      {advice ?? 'Test the connection to see what is wrong.'}
      {detail && <p className={classes.problem}>The server replied: {detail}</p>}
      <div>
        <SignInButton mailbox={mailbox} disabledReason={disabledReason} />
      </div>
    </Alert>
  );
}
