import {
  buildDeliveryReport,
  buildMessage,
  type MessageCase,
  originalHeader,
  prospectAddress,
} from './build-message.ts';

/** Replies of servers, and whether they mean that the address will never work. */
const serverReplies: [code: string, status: string, text: string, permanent: boolean][] = [
  [
    '550',
    '5.1.1',
    `<${prospectAddress}>: Recipient address rejected: User unknown in virtual mailbox table`,
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
const noticesWithPart: ((code: string, status: string, text: string) => string)[] = [
  (code, status, text) =>
    buildDeliveryReport({
      from: 'Mail Delivery System <MAILER-DAEMON@mail.outcrop.example>',
      subject: 'Undelivered Mail Returned to Sender',
      text: `The mail system at mail.outcrop.example could not deliver your message.\r\n\r\n<${prospectAddress}>: host mx.acme.example said: ${code} ${status} ${text}`,
      status: `Final-Recipient: rfc822; ${prospectAddress}\r\nAction: failed\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; ${code} ${status}\r\n    ${text}`,
    }),
  (code, status, text) =>
    buildDeliveryReport({
      from: 'postmaster@outcrop.example',
      subject: 'Undeliverable: A question',
      text: `Delivery has failed to these recipients:\r\n${prospectAddress}`,
      status: `Final-recipient: RFC822; ${prospectAddress}\r\nAction: failed\r\nStatus: ${status} (see below)\r\nDiagnostic-code: smtp;${code} ${status} ${text}`,
      headers: ['Auto-Submitted: auto-replied'],
    }),
  (code, _status, text) =>
    buildDeliveryReport({
      from: 'Mail Delivery Subsystem <mailer-daemon@mail.example>',
      subject: 'Delivery Status Notification (Failure)',
      text: `Your message was not delivered to ${prospectAddress}.`,
      status: `Original-Recipient: ${prospectAddress}\r\nFinal-Recipient: ${prospectAddress}\r\nAction: failed\r\nStatus: ${code[0]}.0.0\r\nDiagnostic-Code: ${code} ${_status} ${text}`,
    }),
];

const buildPlainNotice = (
  from: string,
  subject: string,
  text: string,
  headers = ['Return-Path: <>'],
) => buildMessage({ from, subject, headers, body: text });
const formatReply = (code: string, status: string, text: string) =>
  `${code} ${status === '5.0.0' ? '' : `${status} `}${text}`;

/** Notices in plain text only. */
const noticesWithoutPart: ((code: string, status: string, text: string) => string)[] = [
  (...said) =>
    buildPlainNotice(
      'MAILER-DAEMON@mx.example',
      'failure notice',
      `Hi. This program could not deliver your message to the following addresses.\r\nThis is a permanent error; I gave up. Sorry.\r\n\r\n<${prospectAddress}>:\r\n192.0.2.1 does not like recipient.\r\nRemote host said: ${formatReply(...said)}\r\n\r\n--- Below this line is a copy of the message.\r\n\r\n${originalHeader()}\r\n\r\nHello`,
    ),
  (...said) =>
    buildPlainNotice(
      'Mail Delivery System <Mailer-Daemon@mx.example>',
      'Mail delivery failed: returning message to sender',
      `A message that you sent could not be delivered to one or more of its recipients.\r\n\r\n  ${prospectAddress}\r\n    SMTP error from remote mail server after RCPT TO:<${prospectAddress}>:\r\n    ${formatReply(...said)}\r\n\r\n------ This is a copy of the headers. ------\r\n\r\n${originalHeader()}`,
      [`X-Failed-Recipients: ${prospectAddress}`, 'Auto-Submitted: auto-replied'],
    ),
  (...said) =>
    buildPlainNotice(
      'postmaster@mx.example',
      'Returned mail: see transcript for details',
      `   ----- The following addresses had permanent fatal errors -----\r\n<${prospectAddress}>\r\n\r\n   ----- Transcript of session follows -----\r\n>>> RCPT To:<${prospectAddress}>\r\n<<< ${formatReply(...said)}\r\n\r\n${originalHeader()}`,
    ),
  (...said) =>
    buildPlainNotice(
      'Mail System <postmaster@gateway.example>',
      'メッセージを配信できません',
      `以下の宛先に配信できませんでした。\r\n\r\n<${prospectAddress}>\r\n${formatReply(...said)}\r\n\r\n${originalHeader()}`,
      [],
    ),
];

/** Other replies of servers, whose codes do not decide. */
const commonAnswers: Record<'permanent' | 'other', string[]> = {
  permanent: [
    ...['550 Mailbox not found', '550 Mailbox does not exist', '550 Invalid mailbox'],
    ...['550 User not found', '550 User doesn’t exist', '550 Unknown user', '550 User not known'],
    ...['550 No such recipient', '550 Recipient does not exist', '550 Recipient not found'],
    ...['550 Address unknown', '550 Invalid address', '550 No such mailbox', '550 No such person'],
    ...[
      '550 Account has been disabled or discontinued',
      '550 Account not active',
      '550 User closed',
    ],
    ...['550 This account is inactive', '550 Mailbox deactivated', '550 User has been deleted'],
    ...['550 This address is no longer valid', '550 Account suspended'],
    ...['550 Bad recipient', '550 Nonexistent user', '550 Not a valid recipient'],
    ...[
      '550 Recipient address rejected: Access denied',
      '550 There is no such user at this address',
    ],
    ...['550 Unknown local part', '550 Unrouteable address', '550 Undefined alias'],
    ...["554 This user doesn't have an acme.example account", '550 Could not find the recipient'],
    ...['550 Employee no longer works here', '550 Recipient not listed in public directory'],
    ...['550 Host unknown', '550 No such domain', '550 Domain does not exist', '550 Unknown host'],
    ...['550 Name or service not known', '550 No MX record for the domain', '550 NXDOMAIN'],
    ...['550 Benutzer unbekannt', '550 Empfänger nicht gefunden', '550 Postfach existiert nicht'],
    ...['550 Utilisateur inconnu', '550 Destinataire introuvable', '550 Usuario desconocido'],
    ...['550 No existe el usuario', '550 Utente sconosciuto', '550 Usuário inexistente'],
    ...['550 Gebruiker onbekend', '550 Nieznany użytkownik', '550 Пользователь не найден'],
    ...['550 ユーザー不明', '550 收件人不存在'],
  ],
  other: [
    ...['550 5.1.1 Mailbox over quota', '550 Quota exceeded', '550 Not enough disk space'],
    ...['550 Exceeded storage allocation', '550 Full mailbox', '550 Postfach voll'],
    ...['550 Boîte pleine', '550 Buzón lleno', '550 Casella piena', '550 Ящик переполнен'],
    ...['550 Message too large', '550 Message size exceeds the maximum', '550 Attachment size'],
    ...['550 Unsolicited mail', '550 Virus found', '550 Phishing', '550 Content rejected'],
    ...['550 Suspicious message', '550 Blacklisted', '550 Listed at zen.spamhaus.org'],
    ...['550 Your IP is banned', '550 Poor reputation', '550 Dynamic IP', '550 RBL'],
    ...['550 Sender rejected', '550 Sender verify failed', '550 Unknown sender', '550 Bad sender'],
    ...[
      '550 Invalid from address',
      '550 Envelope from is invalid',
      '550 Callout verification failed',
    ],
    ...['550 SPF check failed', '550 DKIM failed', '550 DMARC', '550 Authentication required'],
    ...[
      '550 Reverse DNS lookup required',
      '550 Invalid HELO',
      '550 Must issue STARTTLS, TLS required',
    ],
    ...['550 Relaying denied', '550 Unable to relay', '553 Not in my list of allowed rcpthosts'],
    ...['550 Too many messages', '550 Rate limited', '550 Throttled', '550 Daily limit exceeded'],
    ...['550 Message frequency too high', '550 Temporary failure', '550 Greylisting in action'],
    ...['550 Try again later', '550 Timeout', '550 Connection refused', '550 Lost connection'],
    ...['550 Could not connect', '550 Host unreachable', '550 Retry time not reached'],
    ...[
      '550 Message expired',
      '550 Deferred',
      '550 DNS server failure',
      '550 Server not responding',
    ],
    ...['550 5.1.1 Violation of policy', '550 5.1.1 Access denied', '550 5.1.1 Mail loop'],
    ...['550 5.1.1 Blocked', '550 5.1.1 Filtered', '550 5.1.1 Junk mail'],
    ...['550 5.1.1 Not authorized', '550 5.1.1 Restricted', '550 5.1.1 Internal server error'],
    ...['550 5.1.1 Protocol error', '550 5.1.1 Message refused', '550 5.1.1 Delivery delayed'],
    '550 Either the user is unknown or the server is down',
    '550 The user is unknown, or possibly the domain',
  ],
};

const commonBounces: MessageCase[] = Object.entries(commonAnswers).flatMap(([what, texts]) =>
  texts.map((text) => ({
    name: text,
    raw: buildPlainNotice(
      'Mail Delivery System <Mailer-Daemon@mx.example>',
      'Mail delivery failed: returning message to sender',
      `A message that you sent could not be delivered to one or more of its recipients.\r\n\r\n  ${prospectAddress}\r\n    host mx.acme.example said: ${text}\r\n\r\n------ This is a copy of the message. ------\r\n\r\n${originalHeader()}`,
    ),
    kind: 'bounce',
    permanent: what === 'permanent',
    recipient: prospectAddress,
  })),
);

const codedBounces: MessageCase[] = serverReplies.flatMap(([code, status, text, permanent]) => [
  ...noticesWithPart.map((write, index) => ({
    name: `${status} ${text} as report ${index}`,
    raw: write(code, status, text),
    kind: 'bounce',
    permanent,
    recipient: prospectAddress,
    hasStatusPart: true,
  })),
  ...noticesWithoutPart.map((write, index) => ({
    name: `${status} ${text} as text ${index}`,
    raw: write(code, status, text),
    kind: 'bounce',
    permanent,
    recipient: prospectAddress,
  })),
]);

export const bounceCases: MessageCase[] = [...codedBounces, ...commonBounces];

const buildFeedbackReport = (type: string) =>
  buildMessage({
    from: 'feedback@isp.example',
    subject: 'Abuse report',
    type: 'multipart/report; report-type=feedback-report; boundary="b1"',
    body: `--b1\r\nContent-Type: text/plain\r\n\r\nA report.\r\n--b1\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: ${type}\r\nVersion: 1\r\nUser-Agent: Isp/1\r\n\r\n--b1\r\nContent-Type: message/rfc822\r\n\r\n${originalHeader()}\r\n\r\nHello\r\n--b1--\r\n`,
  });

export const otherReportCases: MessageCase[] = [
  ...['abuse', 'fraud', 'opt-out', 'other', 'virus'].map((type) => ({
    name: `complaint: ${type}`,
    raw: buildFeedbackReport(type),
    kind: 'complaint',
    recipient: prospectAddress,
  })),
  ...['auth-failure', 'not-spam'].map((type) => ({
    name: `report: ${type}`,
    raw: buildFeedbackReport(type),
    kind: 'automatic',
  })),
  ...['4.4.1', '4.2.2', '4.7.1', '4.4.7'].map((status) => ({
    name: `delayed ${status}`,
    raw: buildDeliveryReport({
      from: 'MAILER-DAEMON@mx.example',
      subject: 'Delayed Mail (still being retried)',
      text: 'Your message has not been delivered yet.',
      status: `Final-Recipient: rfc822; ${prospectAddress}\r\nAction: delayed\r\nStatus: ${status}`,
    }),
    kind: 'delayed',
    recipient: prospectAddress,
  })),
  ...[
    'Warning: message 1abc delayed 24 hours',
    'Delivery Status Notification (Delay)',
    'Warning: could not send message for past 4 hours',
    'Mail delivery problem',
  ].map((subject) => ({
    name: subject,
    raw: buildPlainNotice(
      'Mailer-Daemon@mx.example',
      subject,
      `This is a warning message only. The message has not yet been delivered to:\r\n\r\n  ${prospectAddress}\r\n\r\nYou do not need to resend it. Delivery attempts will continue.\r\n\r\n${originalHeader()}`,
    ),
    kind: 'delayed',
    recipient: prospectAddress,
  })),
  {
    name: 'delivered',
    raw: buildDeliveryReport({
      from: 'MAILER-DAEMON@mx.example',
      subject: 'Successful Mail Delivery Report',
      text: 'Delivered.',
      status: `Final-Recipient: rfc822; ${prospectAddress}\r\nAction: delivered\r\nStatus: 2.0.0`,
    }),
    kind: 'automatic',
  },
];
