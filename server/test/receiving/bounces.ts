import { build, type Case, original, prospect, report } from './build-message.ts';

/** What servers say, and whether it means that the address will never work. */
const answers: [code: string, status: string, text: string, permanent: boolean][] = [
  [
    '550',
    '5.1.1',
    `<${prospect}>: Recipient address rejected: User unknown in virtual mailbox table`,
    true,
  ],
  ['550', '5.1.1', 'The account that you wrote to does not exist', true],
  ['550', '5.1.1', 'RESOLVER.ADR.RecipNotFound; not found', true],
  ['550', '5.1.10', 'Recipient not found by SMTP address lookup', true],
  ['550', '5.1.2', 'Bad destination mailbox address: unknown domain', true],
  ['553', '5.1.3', 'Invalid recipient address syntax', true],
  ['551', '5.1.6', 'User has moved', true],
  ['550', '5.2.1', 'This mailbox is disabled', true],
  ['550', '5.0.0', 'No such user here', true],
  ['550', '5.0.0', 'Unknown recipient', true],
  ['554', '5.4.4', 'Host or domain name not found. Name service error: Host not found', true],
  ['552', '5.2.2', 'Mailbox is full', false],
  ['552', '5.3.4', 'Message size exceeds fixed limit', false],
  ['550', '5.7.1', 'Message rejected as spam', false],
  ['554', '5.7.1', 'Service unavailable; client host is listed in a block list', false],
  ['550', '5.7.26', 'Unauthenticated mail is not accepted due to the DMARC policy', false],
  ['550', '5.1.0', 'Sender address rejected: Domain not found', false],
  ['550', '5.1.8', 'Sender domain does not exist', false],
  ['550', '5.7.1', 'Relay access denied', false],
  ['550', '5.1.1', 'Blocked: your IP has a bad reputation', false],
  ['550', '5.4.7', 'Delivery expired: message too old', false],
  ['451', '4.7.1', 'Greylisted, try again later', false],
  ['421', '4.4.1', 'Connection timed out', false],
  ['450', '4.1.1', 'Unverified address: user unknown', false],
];

/** Notices with a status part, as common servers write them. */
const withPart: ((code: string, status: string, text: string) => string)[] = [
  (code, status, text) =>
    report({
      from: 'Mail Delivery System <MAILER-DAEMON@mail.outcrop.example>',
      subject: 'Undelivered Mail Returned to Sender',
      text: `The mail system at mail.outcrop.example could not deliver your message.\r\n\r\n<${prospect}>: host mx.acme.example said: ${code} ${status} ${text}`,
      status: `Final-Recipient: rfc822; ${prospect}\r\nAction: failed\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; ${code} ${status}\r\n    ${text}`,
    }),
  (code, status, text) =>
    report({
      from: 'postmaster@outcrop.example',
      subject: 'Undeliverable: A question',
      text: `Delivery has failed to these recipients:\r\n${prospect}`,
      status: `Final-recipient: RFC822; ${prospect}\r\nAction: failed\r\nStatus: ${status} (see below)\r\nDiagnostic-code: smtp;${code} ${status} ${text}`,
      headers: ['Auto-Submitted: auto-replied'],
    }),
  (code, _status, text) =>
    report({
      from: 'Mail Delivery Subsystem <mailer-daemon@mail.example>',
      subject: 'Delivery Status Notification (Failure)',
      text: `Your message was not delivered to ${prospect}.`,
      status: `Original-Recipient: ${prospect}\r\nFinal-Recipient: ${prospect}\r\nAction: failed\r\nStatus: ${code[0]}.0.0\r\nDiagnostic-Code: ${code} ${_status} ${text}`,
    }),
];

const plain = (from: string, subject: string, text: string, headers = ['Return-Path: <>']) =>
  build({ from, subject, headers, body: text });
const answer = (code: string, status: string, text: string) =>
  `${code} ${status === '5.0.0' ? '' : `${status} `}${text}`;

/** Notices in plain text only. */
const withoutPart: ((code: string, status: string, text: string) => string)[] = [
  (...said) =>
    plain(
      'MAILER-DAEMON@mx.example',
      'failure notice',
      `Hi. This program could not deliver your message to the following addresses.\r\nThis is a permanent error; I gave up. Sorry.\r\n\r\n<${prospect}>:\r\n192.0.2.1 does not like recipient.\r\nRemote host said: ${answer(...said)}\r\n\r\n--- Below this line is a copy of the message.\r\n\r\n${original()}\r\n\r\nHello`,
    ),
  (...said) =>
    plain(
      'Mail Delivery System <Mailer-Daemon@mx.example>',
      'Mail delivery failed: returning message to sender',
      `A message that you sent could not be delivered to one or more of its recipients.\r\n\r\n  ${prospect}\r\n    SMTP error from remote mail server after RCPT TO:<${prospect}>:\r\n    ${answer(...said)}\r\n\r\n------ This is a copy of the headers. ------\r\n\r\n${original()}`,
      [`X-Failed-Recipients: ${prospect}`, 'Auto-Submitted: auto-replied'],
    ),
  (...said) =>
    plain(
      'postmaster@mx.example',
      'Returned mail: see transcript for details',
      `   ----- The following addresses had permanent fatal errors -----\r\n<${prospect}>\r\n\r\n   ----- Transcript of session follows -----\r\n>>> RCPT To:<${prospect}>\r\n<<< ${answer(...said)}\r\n\r\n${original()}`,
    ),
  (...said) =>
    plain(
      'Mail System <postmaster@gateway.example>',
      'メッセージを配信できません',
      `以下の宛先に配信できませんでした。\r\n\r\n<${prospect}>\r\n${answer(...said)}\r\n\r\n${original()}`,
      [],
    ),
];

export const bounces: Case[] = answers.flatMap(([code, status, text, permanent]) => [
  ...withPart.map((write, index) => ({
    name: `${status} ${text} as report ${index}`,
    raw: write(code, status, text),
    kind: 'bounce',
    permanent,
    recipient: prospect,
    hasStatusPart: true,
  })),
  ...withoutPart.map((write, index) => ({
    name: `${status} ${text} as text ${index}`,
    raw: write(code, status, text),
    kind: 'bounce',
    permanent,
    recipient: prospect,
  })),
]);

const arf = (type: string) =>
  build({
    from: 'feedback@isp.example',
    subject: 'Abuse report',
    type: 'multipart/report; report-type=feedback-report; boundary="b1"',
    body: `--b1\r\nContent-Type: text/plain\r\n\r\nA report.\r\n--b1\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: ${type}\r\nVersion: 1\r\nUser-Agent: Isp/1\r\n\r\n--b1\r\nContent-Type: message/rfc822\r\n\r\n${original()}\r\n\r\nHello\r\n--b1--\r\n`,
  });

export const otherReports: Case[] = [
  ...['abuse', 'fraud', 'opt-out', 'other', 'virus'].map((type) => ({
    name: `complaint: ${type}`,
    raw: arf(type),
    kind: 'complaint',
    recipient: prospect,
  })),
  ...['auth-failure', 'not-spam'].map((type) => ({
    name: `report: ${type}`,
    raw: arf(type),
    kind: 'automatic',
  })),
  ...['4.4.1', '4.2.2', '4.7.1', '4.4.7'].map((status) => ({
    name: `delayed ${status}`,
    raw: report({
      from: 'MAILER-DAEMON@mx.example',
      subject: 'Delayed Mail (still being retried)',
      text: 'Your message has not been delivered yet.',
      status: `Final-Recipient: rfc822; ${prospect}\r\nAction: delayed\r\nStatus: ${status}`,
    }),
    kind: 'delayed',
    recipient: prospect,
  })),
  ...[
    'Warning: message 1abc delayed 24 hours',
    'Delivery Status Notification (Delay)',
    'Warning: could not send message for past 4 hours',
  ].map((subject) => ({
    name: subject,
    raw: plain(
      'Mailer-Daemon@mx.example',
      subject,
      `The message has not yet been delivered to:\r\n\r\n  ${prospect}\r\n\r\nDelivery attempts will continue.\r\n\r\n${original()}`,
    ),
    kind: 'delayed',
    recipient: prospect,
  })),
  {
    name: 'delivered',
    raw: report({
      from: 'MAILER-DAEMON@mx.example',
      subject: 'Successful Mail Delivery Report',
      text: 'Delivered.',
      status: `Final-Recipient: rfc822; ${prospect}\r\nAction: delivered\r\nStatus: 2.0.0`,
    }),
    kind: 'automatic',
  },
];
