import {
  buildDeliveryReport,
  buildMessage,
  type MessageCase,
  originalHeader,
  prospectAddress,
} from './build-message.ts';

/** Notices in plain text: sender, subject, text above the returned message, and whether the bounce is permanent. */
const texts: [from: string, subject: string, text: string, permanent: boolean][] = [
  [
    'MAILER-DAEMON@mx.example',
    'FAILURE NOTICE :',
    `>>> ${prospectAddress} <${prospectAddress}>\n\n 550 sorry, no mailbox here by that name (#5.1.1 - chkuser)`,
    true,
  ],
  [
    'postmaster@mx.example',
    '[BOUNCE]',
    `I was not able to deliver your message.\n\n  MAIL FROM: ann@outcrop.example\n  RCPT TO: ${prospectAddress}\n\nError message below:\n550 - no such user here`,
    true,
  ],
  [
    'no-reply@mobile.example',
    'Undelivered Mail Returned to Sender',
    `Your mail could not be delivered to: <${prospectAddress}>\n    As the remote domain doesnt exist.`,
    true,
  ],
  [
    'no-reply@mobile.example',
    'Undelivered Mail Returned to Sender',
    `Your mail could not be delivered to: <${prospectAddress}>\n    As their mailbox is full.`,
    false,
  ],
  [
    '"Mail Deliver System" <mailer-daemon@mx.example>',
    'Returned Mail',
    `---The following addresses had delivery errors---\n\n${prospectAddress} [User unknown]`,
    true,
  ],
  [
    'mailer-daemon@mx.example',
    'Undelivered Mail Returned to Sender',
    `This is a permanent error.\n\n${prospectAddress} Invalid Address, ERROR_CODE :550, ERROR_CODE :5.1.1 User Unknown`,
    true,
  ],
  [
    'Internet Mail Delivery <postmaster@mx.example>',
    'Delivery Notification: Delivery has failed',
    `Your message cannot be delivered to the following recipients:\n\n  Recipient address: ${prospectAddress}\n  Reason: Illegal host/domain name found`,
    true,
  ],
  [
    'Internet Mail Delivery <postmaster@mx.example>',
    'Delivery Notification: Delivery has failed',
    `Your message cannot be delivered to the following recipients:\n\n  Recipient address: ${prospectAddress}\n  Reason: user over quota: cannot receive new mail`,
    false,
  ],
  [
    'System Administrator <postmaster@mx.example>',
    'Undeliverable: A question',
    `did not reach the following recipient(s):\n\n${prospectAddress} on Tue, 17 Nov 2026\n    The recipient name is not recognized\n    MSEXCH:IMS:X:Y:Z 0 (000C05A6) Unknown Recipient`,
    true,
  ],
  [
    'System Administrator <postmaster@mx.example>',
    'Undeliverable: A question',
    `did not reach the following recipient(s):\n\n${prospectAddress}\n    You do not have permission to send to this recipient.\n    <mx.example #5.7.1 smtp;550 5.7.1 Unable to relay for ${prospectAddress}>`,
    false,
  ],
  [
    'InterScan <postmaster@mx.example>',
    'Mail could not be delivered',
    `****** Message from InterScan E-Mail VirusWall ******\n\nThe recipient could not be reached: ${prospectAddress}\n550 5.1.1 <${prospectAddress}>... User unknown`,
    true,
  ],
  [
    'MDaemon@mx.example',
    'Permanent Delivery Failure',
    `The message was removed from the queue.\n\n <-- 220 mx.example ESMTP\n --> MAIL From:<ann@outcrop.example>\n <-- 250 ok\n --> RCPT To:<${prospectAddress}>\n <-- 550 <${prospectAddress}> No such user here`,
    true,
  ],
  [
    'Mailer-Daemon@mx.example',
    'Mail delivery failed: returning message to sender',
    `A message that you sent could not be delivered. The following address failed:\n\n  ${prospectAddress}\n    SMTP error from remote mail server after MAIL FROM:<ann@outcrop.example>:\n    550 No Such User Here`,
    false,
  ],
  [
    'Mailer-Daemon@mx.example',
    'Mail delivery failed: returning message to sender',
    `The following address failed:\n\n  ${prospectAddress}\n    550 5.1.1 <ann@outcrop.example> user unknown`,
    false,
  ],
  [
    'Mailer-Daemon@mx.example',
    'Mail delivery failed: returning message to sender',
    `The following address failed:\n\n  ${prospectAddress}\n    The account or domain may not exist, they may be blacklisted, or missing dns entries.`,
    false,
  ],
  [
    'Mail Delivery System <mailer-daemon@mx.example>',
    'Mancata consegna',
    `Il messaggio non è stato consegnato a:\n\n${prospectAddress}\n\nUtente sconosciuto`,
    true,
  ],
  [
    'Mail Delivery System <mailer-daemon@mx.example>',
    '系统退信',
    `很抱歉您的邮件被退回\n\n${prospectAddress}\n\n收件人邮件地址不存在，邮件无法送达。`,
    true,
  ],
  [
    'Mail Delivery System <mailer-daemon@mx.example>',
    'Wiadomość niedostarczona',
    `Nie można dostarczyć wiadomości do:\n\n${prospectAddress}\n\nNie ma takiego użytkownika`,
    true,
  ],
];

/** Answers whose code and text disagree, or which are about another address. */
const answers: [status: string, text: string, permanent: boolean][] = [
  ['5.2.1', '550 5.2.1 The user is receiving mail at a rate that prevents more messages', false],
  ['5.4.1', '550 5.4.1 Recipient address rejected: Access denied. AS(201806281)', true],
  ['5.7.1', '550 5.7.1 No such user!', true],
  ['5.0.0', '550 Domain outcrop.example has no valid MX', false],
  ['5.1.0', "5.1.0 - Unknown address error 550-'Administrative prohibition'", false],
  ['5.1.0', "5.1.0 - Unknown address error 550-'MAILBOX NOT FOUND' (delivery attempts: 0)", true],
  ['5.3.0', `553 5.3.0 <${prospectAddress}>... Addressee unknown, relay=[192.0.2.10]`, true],
  ['5.0.0', '553 User refused to receive this mail.', false],
  ['5.1.1', '550 5.1.1 User unknown; see https://mx.example/spam-policy', true],
  ['5.1.1', '550 5.1.1 Mailbox full', false],
  ['5.0.0', '550 Mailbox unavailable or access denied', false],
  ['5.0.0', '550 Requested action not taken: mailbox unavailable', true],
];

/** Senders that identify a notice, whatever its subject is. */
const servers = [
  'postmaster@mx.example',
  'bounces@mx.example',
  'mail-system@mx.example',
  'MDaemon@mx.example',
  'MicrosoftExchange329e71ec@mx.example',
  'System Administrator <it@mx.example>',
  'Mail Delivery Subsystem <it@mx.example>',
  'Microsoft Outlook <it@mx.example>',
  'Postmaster <it@mx.example>',
  'Mail server <it@mx.example>',
];

export const serverNoticeCases: MessageCase[] = [
  {
    name: 'a returned message with words of a refusal and another address',
    raw: buildMessage({
      from: 'MAILER-DAEMON@mx.example',
      subject: 'Returned mail',
      body: `Undeliverable.\r\n\r\nUser unknown.\r\n\r\n${originalHeader()}\r\n\r\nIs your mailbox full of spam? Write to carl@acme.example.`,
    }),
    kind: 'bounce',
    permanent: true,
    recipient: prospectAddress,
  },
  ...servers.map((from) => ({
    name: from,
    raw: buildMessage({
      from,
      subject: 'About your message',
      body: `Undeliverable.\r\n\r\n<${prospectAddress}>: 550 5.1.1 User unknown\r\n\r\n${originalHeader()}`,
    }),
    kind: 'bounce',
    permanent: true,
    recipient: prospectAddress,
  })),
  ...texts.map(([from, subject, text, permanent]) => ({
    name: `${subject}: ${text}`,
    raw: buildMessage({
      from,
      subject,
      headers: ['Return-Path: <>'],
      body: `${text}\n\n${originalHeader()}\n\nHello`.replaceAll(/\r?\n/g, '\r\n'),
    }),
    kind: 'bounce',
    permanent,
    recipient: prospectAddress,
  })),
  ...answers.map(([status, text, permanent]) => ({
    name: text,
    raw: buildDeliveryReport({
      from: 'MAILER-DAEMON@mx.example',
      subject: 'Undelivered Mail',
      text: 'Your message could not be delivered.',
      status: `Final-Recipient: rfc822; ${prospectAddress}\r\nAction: failed\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; ${text}`,
    }),
    kind: 'bounce',
    permanent,
    recipient: prospectAddress,
    hasStatusPart: true,
  })),
];
