import { createHash } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { ClaimedMessage } from './claimed-message.ts';
import { lineBreaks, renderEmail } from './render.ts';

export interface ComposedMessage {
  envelope: { from: string; to: string };
  /** With CRLF line ends. Leading dots are not doubled yet. */
  raw: Buffer;
  subject: string;
  text: string;
}

interface ComposeOptions {
  at: Date;
  unsubscribeUrl: string;
  /** A `mailto:` URL. */
  unsubscribeMailto: string;
}

/** The parts of an email that its bytes depend on. */
export type Composable = Pick<
  ClaimedMessage,
  'messageId' | 'template' | 'footer' | 'thread' | 'recipient'
> & { mailbox: Pick<ClaimedMessage['mailbox'], 'address' | 'name'> };

/** The bytes of an email. They are the same for every attempt, except for the date. */
export async function composeMessage(
  message: Composable,
  { at, unsubscribeUrl, unsubscribeMailto }: ComposeOptions,
): Promise<ComposedMessage> {
  const { mailbox, recipient, thread, template } = message;
  const continued = template.subject === null ? thread : null;
  const { subject, text, html } = renderEmail({
    template,
    footer: message.footer,
    values: { ...recipient.values, senderName: mailbox.name },
    unsubscribeUrl,
    threadSubject: continued?.subject ?? null,
  });
  const { envelope, raw } = await buildMessage({
    messageId: message.messageId,
    from: mailbox,
    to: { name: recipient.values.fullName, address: recipient.email },
    subject,
    at,
    thread: continued && {
      inReplyTo: continued.messageIds.at(-1)!,
      references: continued.messageIds,
    },
    text,
    html,
    headers: {
      'List-Unsubscribe': inOneLine(`<${toUri(unsubscribeUrl)}>, <${toUri(unsubscribeMailto)}>`),
      'List-Unsubscribe-Post': inOneLine('List-Unsubscribe=One-Click'),
    },
  });
  return { envelope, raw, subject, text };
}

interface Built {
  /** The header, with angle brackets. */
  messageId: string;
  from: { name: string; address: string };
  to: { name: string | null | undefined; address: string };
  subject: string;
  at: Date;
  thread: { inReplyTo: string; references: string[] } | null;
  text: string;
  html?: string | null;
  headers?: Record<string, { prepared: boolean; value: string }>;
}

/** The bytes of an email, as all of ours are built. */
export async function buildMessage(
  email: Built,
): Promise<Omit<ComposedMessage, 'subject' | 'text'>> {
  const { messageId, from, to, subject, at, thread, text, html = null, headers = {} } = email;
  const node = new MailComposer({
    from: { name: toName(from.name), address: from.address },
    to: { name: toName(to.name), address: to.address },
    subject,
    date: at,
    ...thread,
    text,
    ...(html !== null && { html }),
    headers: { 'Message-ID': inOneLine(messageId), ...headers },
    // No long lines and no 8-bit bytes, whatever the values are.
    encoding: 'quoted-printable',
    newline: 'win',
    baseBoundary: createHash('sha256').update(messageId).digest('hex').slice(0, 32),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const envelope = node.getEnvelope();
  return {
    envelope: { from: envelope.from || from.address, to: envelope.to[0] ?? to.address },
    raw: await node.build(),
  };
}

/** A line break in these headers, whose values are ours, breaks DKIM signatures and threads at some receivers. */
const inOneLine = (value: string) => ({ prepared: true, value });

const toName = (name: string | null | undefined): string =>
  (name ?? '').replaceAll(lineBreaks, ' ').trim();

/** The URLs are our own; this keeps an unusual address in them from ending the header. */
const toUri = (url: string): string => url.replaceAll(/[^\x21-\x7e]|[<>,]/gu, encodeURIComponent);
