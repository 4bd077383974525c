import { ours, type Requirement } from './requirement.ts';

/** How mailboxes are connected and signed in. */
export const mailboxConnections: Requirement[] = [
  ...ours({
    'mailboxes.imap-tls':
      'A credential is sent to an IMAP server only over verified TLS, or in a network that the operator allowed.',
    'mailboxes.imap-stages':
      'A failed IMAP connection names the stage: forbidden, dns, connect, tls, greeting, auth or folder.',
    'mailboxes.find-in-sent': 'Emails are found in the Sent folder by their exact Message-ID.',
    'mailboxes.credentials-sealed':
      'Passwords and tokens of mailboxes are stored sealed and bound to their mailbox.',
    'mailboxes.oauth-imap': 'A mailbox with OAuth signs in to IMAP with its access token.',
    'mailboxes.oauth-sign-in':
      'A user signs in to a mailbox at its provider; only they can complete it, once and in time.',
    'mailboxes.oauth-one-refresh':
      'Any number of callers in any number of processes cause one refresh of an access token.',
    'mailboxes.oauth-refresh':
      'An access token is replaced before it ends, and once if a mail server refuses it.',
    'mailboxes.oauth-revoked':
      'A mailbox whose sign-in was revoked needs attention after one attempt.',
  }),
];
