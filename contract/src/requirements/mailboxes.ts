import { ours, type Requirement } from './requirement.ts';

/** Mailboxes that send campaigns. */
export const mailboxes: Requirement[] = ours({
  'mailboxes.visible': 'A user sees shared mailboxes and their own; any other is 404.',
  'mailboxes.roles':
    'Members edit their own mailboxes, Admins also shared ones; only Admins share.',
  'mailboxes.password': 'A password is stored encrypted and never returned.',
  'mailboxes.server-needs-password': 'A changed server needs the password again.',
  'mailboxes.once': 'An address is connected once in a workspace.',
  'mailboxes.paused': 'A paused mailbox is not looked at until it is resumed.',
  'mailboxes.removed':
    'A removed mailbox loses its password and its campaigns; conversations stay, and prospects who are bound to it are held.',
  'mailboxes.guess':
    'The servers of an address are those of a known provider by MX, else by SRV, else an unsure suggestion.',
  'mailboxes.test':
    'A test of a mailbox names the stage that failed; if both servers work, the mailbox may send.',
  'mailboxes.check':
    'A check sends an email from the mailbox to itself, finds it, and reports SPF, DKIM and DMARC.',
  'mailboxes.check-unsubscribe':
    'A check reports whether the DKIM signature covers both unsubscribe headers.',
  'mailboxes.check-advice':
    'Each problem of a check has one sentence about what is wrong and one about what to do.',
  'mailboxes.check-once': 'A mailbox has one running check, and at most ten in 24 hours.',
  'mailboxes.health': 'A mailbox that does not send has a reason, and advice in plain words.',
  'mailboxes.csv': 'Several mailboxes are connected from CSV, with a result for each row.',
  'mailboxes.settings': 'Limits for companies, a cooldown and holidays apply to all campaigns.',
  'mailboxes.campaign': 'A campaign is sent by the mailboxes that a user who sees them has chosen.',
});
