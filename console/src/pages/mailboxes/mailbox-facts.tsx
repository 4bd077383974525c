import { DescriptionList } from '../../components/description-list.tsx';
import { Panel } from '../../components/panel.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { type Mailbox, MailboxState } from '../../features/mailboxes/mailbox-state.tsx';
import { gapText, rampText, windowText } from './mailbox-labels.ts';
import classes from './mailboxes.module.css';
import { NextSend } from './next-send.tsx';

/** How the mailbox is doing, and the rules it follows. */
export const MailboxFacts = ({ mailbox }: { mailbox: Mailbox }) => (
  <div className={classes.facts}>
    <Panel>
      <h2 className={classes.factsTitle}>Today</h2>
      <DescriptionList
        items={{
          Health: <MailboxState status={mailbox.status} />,
          Sent: `${mailbox.sentToday} of ${mailbox.limitToday} emails`,
          'Next email': nextEmail(mailbox),
          'Inbox checked': <RelativeTime at={mailbox.syncedAt} />,
        }}
      />
    </Panel>
    <Panel>
      <h2 className={classes.factsTitle}>Settings</h2>
      <DescriptionList
        items={{
          'Daily limit': `${mailbox.dailyLimit} emails`,
          'Ramp-up': rampText(mailbox),
          'Time between emails': gapText(mailbox.gap),
          'Sending times': `${mailbox.windows.map(windowText).join('; ')} (${mailbox.timeZone})`,
          Access: mailbox.shared ? 'Shared with all members' : 'Private to its owner',
          Servers: serversText(mailbox),
        }}
      />
    </Panel>
  </div>
);

function nextEmail({ status, nextSendAt }: Mailbox) {
  if (nextSendAt !== null) return <NextSend at={nextSendAt} />;
  return status === 'paused' ? 'Paused' : 'After the problem is fixed';
}

const serversText = ({ smtp, imap }: Mailbox): string =>
  smtp && imap ? `${smtp.host}:${smtp.port}, ${imap.host}:${imap.port}` : 'Not set';
