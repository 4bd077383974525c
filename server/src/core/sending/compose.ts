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
  const node = new MailComposer({
    from: { name: toName(mailbox.name), address: mailbox.address },
    to: { name: toName(recipient.values.fullName), address: recipient.email },
    subject,
    date: at,
    ...(continued && {
      inReplyTo: continued.messageIds.at(-1),
      references: continued.messageIds,
    }),
    text,
    ...(html !== null && { html }),
    headers: {
      'Message-ID': inOneLine(message.messageId),
      'List-Unsubscribe': inOneLine(`<${toUri(unsubscribeUrl)}>, <${toUri(unsubscribeMailto)}>`),
      'List-Unsubscribe-Post': inOneLine('List-Unsubscribe=One-Click'),
    },
    // No long lines and no 8-bit bytes, whatever the values are.
    encoding: 'quoted-printable',
    newline: 'win',
    baseBoundary: createHash('sha256').update(message.messageId).digest('hex').slice(0, 32),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const { from, to } = node.getEnvelope();
  return {
    envelope: { from: from || mailbox.address, to: to[0] ?? recipient.email },
    raw: await node.build(),
    subject,
    text,
  };
}

/** A line break in these headers, whose values are ours, breaks DKIM signatures and threads at some receivers. */
const inOneLine = (value: string) => ({ prepared: true, value });

const toName = (name: string | null | undefined): string =>
  (name ?? '').replaceAll(lineBreaks, ' ').trim();

/** The URLs are our own; this keeps an unusual address in them from ending the header. */
const toUri = (url: string): string => url.replaceAll(/[^\x21-\x7e]|[<>,]/gu, encodeURIComponent);
