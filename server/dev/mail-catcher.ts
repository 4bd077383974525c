import { randomUUID } from 'node:crypto';
import { type ImapServer, startImapServer } from './imap-server.ts';
import { startSmtpCatcher } from './smtp-catcher.ts';

export interface MailCatcher {
  smtpPort: number;
  /** The IMAP port of the mailbox with this address. */
  imapPort: (address: string) => number;
  close: () => void;
}

/** Long enough to see the email leave first. */
const defaultAnswerMs = 8_000;

/**
 * A mail server for development that only this machine reaches. It accepts every email, delivers none,
 * and answers some of them in the name of their recipients, to the mailbox that sent them. It takes
 * any password.
 */
export async function startMailCatcher(
  addresses: readonly string[],
  answerMs = defaultAnswerMs,
): Promise<MailCatcher> {
  // Messages end with the process, so the message numbers of an earlier process are invalid.
  const uidValidity = Math.floor(Date.now() / 1_000);
  const mailboxes = new Map<string, ImapServer>();
  for (const address of addresses) mailboxes.set(address, await startImapServer({ uidValidity }));
  const timers = new Set<NodeJS.Timeout>();
  const addLater = (address: string, message: string) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      mailboxes.get(address)?.add(message);
    }, answerMs);
    timers.add(timer);
  };
  const people = new Set<string>();
  const caught = (source: string, email: AnsweredEmail) => {
    if (email.to === email.from) return void mailboxes.get(email.from)?.add(source);
    const isNew = !people.has(email.to);
    people.add(email.to);
    const answer = email.isCampaign ? isNew && answers[people.size] : thanks;
    if (answer) addLater(email.from, answer(email));
  };
  const smtp = await startSmtpCatcher({
    onEmail: ({ from, to, source }) => caught(source, readEmail(source, from, to[0]!)),
  });
  return {
    smtpPort: smtp.port,
    imapPort: (address) => mailboxes.get(address)!.port,
    close: () => {
      for (const timer of timers) clearTimeout(timer);
      void smtp.close();
      for (const mailbox of mailboxes.values()) mailbox.close();
    },
  };
}

interface AnsweredEmail {
  from: string;
  to: string;
  /** As in the header, with the name. */
  recipient: string;
  subject: string;
  messageId: string;
  /** An email that a user wrote has no such header. */
  isCampaign: boolean;
}

function readEmail(source: string, from: string, to: string): AnsweredEmail {
  const head = source.slice(0, source.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
  const field = (name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim();
  return {
    from,
    to,
    recipient: field('To') ?? to,
    subject: (field('Subject') ?? '').replace(/^Re: /i, ''),
    messageId: field('Message-ID') ?? '',
    isCampaign: field('List-Unsubscribe') !== undefined,
  };
}

type WriteAnswer = (email: AnsweredEmail) => string;

const writeMessage = (
  email: AnsweredEmail,
  headers: Record<string, string>,
  body: string,
): string => {
  const domain = email.to.split('@')[1]!;
  const all = {
    From: email.recipient,
    To: email.from,
    Subject: `Re: ${email.subject}`,
    Date: new Date().toUTCString().replace('GMT', '+0000'),
    'Message-ID': `<${randomUUID()}@${domain}>`,
    'In-Reply-To': email.messageId,
    References: email.messageId,
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
    ...headers,
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [...head, '', ...body.split('\n'), ''].join('\r\n');
};

const replyWith =
  (body: string): WriteAnswer =>
  (email) =>
    writeMessage(email, {}, body);

const thanks = replyWith('Perfect, thank you. Talk to you then.');

const absenceReply: WriteAnswer = (email) => {
  const back = new Date(Date.now() + 10 * 24 * 3_600_000).toISOString().slice(0, 10);
  return writeMessage(
    email,
    { Subject: `Automatic reply: ${email.subject}`, 'Auto-Submitted': 'auto-replied' },
    `Thank you for your email. I am out of the office and will be back on ${back}.`,
  );
};

const bounceReply: WriteAnswer = (email) => {
  const domain = email.to.split('@')[1]!;
  return writeMessage(
    email,
    {
      From: `Mail Delivery System <mailer-daemon@${domain}>`,
      Subject: 'Undelivered Mail Returned to Sender',
      'Auto-Submitted': 'auto-replied',
      'Return-Path': '<>',
    },
    [
      'Your message could not be delivered to one or more recipients.',
      '',
      `<${email.to}>: host mx.${domain} said: 550 5.1.1 User unknown`,
      '',
      '--- Below this line is a copy of the message.',
      '',
      `Message-ID: ${email.messageId}`,
      `To: ${email.to}`,
      `Subject: ${email.subject}`,
    ].join('\n'),
  );
};

/**
 * The answers by the number of the recipient. Few bounce, because many bounces pause a campaign.
 */
const answers: Record<number, WriteAnswer> = {
  1: replyWith('Good timing: we replace our loggers in spring. Could you call me on Tuesday?'),
  2: absenceReply,
  3: bounceReply,
  5: replyWith('We are fine for this year, thank you. Please ask again in autumn.'),
  9: replyWith('Please send me a price list for twenty sensors.'),
};
