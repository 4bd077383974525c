import { createHash } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Suppression } from '../suppression/suppression.ts';
import type { CampaignEmail, ClaimedEmail, ReplyEmail } from './claimed-email.ts';
import { type MailTokens, unsubscribeLinks } from './mail-tokens.ts';
import { lineBreaks, renderEmail } from './render-email.ts';
import { type ThreadHeaders, withQuote } from './reply-rules.ts';

export interface ComposedEmail {
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

export interface ComposeDeps {
  suppression: Suppression;
  tokens: MailTokens;
  /** Where the unsubscribe page is. */
  publicUrl: string;
  clock: () => Date;
}

/** The bytes of a claimed email. They are the same for every attempt, except for the date. */
export async function composeEmail(
  { suppression, tokens, publicUrl, clock }: ComposeDeps,
  workspaceId: string,
  email: ClaimedEmail,
): Promise<ComposedEmail> {
  const at = clock();
  if (email.kind === 'reply') return composeReply(email, at);
  const { id: messageId, recipient, mailbox } = email;
  const emailHash = suppression.emailHash(recipient.emailKey);
  const request = { workspaceId, messageId, emailHash };
  const links = unsubscribeLinks(tokens, request, { origin: publicUrl, sender: mailbox.address });
  return composeCampaignEmail(email, { at, ...links });
}

async function composeReply(reply: ReplyEmail, at: Date): Promise<ComposedEmail> {
  const { messageId, mailbox, recipient, subject, thread, text, quoted } = reply;
  const built = await buildEmail({
    ...{ messageId, subject, at, thread },
    from: mailbox,
    to: { name: recipient.name, address: recipient.email },
    text: withQuote(text, quoted),
  });
  return { ...built, subject, text };
}

/** The parts of an email of a campaign that its bytes depend on. */
export type ComposableEmail = Pick<
  CampaignEmail,
  'messageId' | 'template' | 'footer' | 'thread' | 'recipient'
> & { mailbox: Pick<CampaignEmail['mailbox'], 'address' | 'name'> };

export async function composeCampaignEmail(
  email: ComposableEmail,
  { at, unsubscribeUrl, unsubscribeMailto }: ComposeOptions,
): Promise<ComposedEmail> {
  const { mailbox, recipient, thread, template } = email;
  const continued = template.subject === null ? thread : null;
  const { subject, text, html, tooLong } = renderEmail({
    template,
    footer: email.footer,
    values: { ...recipient.values, senderName: mailbox.name },
    unsubscribeUrl,
    threadSubject: continued?.subject ?? null,
  });
  // A claim refuses such an email.
  if (tooLong !== null) throw new Error(`{{${tooLong}}} makes the email too long.`);
  const { envelope, raw } = await buildEmail({
    messageId: email.messageId,
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

interface EmailParts {
  /** The header, with angle brackets. */
  messageId: string;
  from: { name: string; address: string };
  to: { name: string | null | undefined; address: string };
  subject: string;
  at: Date;
  thread: ThreadHeaders | null;
  text: string;
  html?: string | null;
  headers?: Record<string, { prepared: boolean; value: string }>;
}

/** Builds the bytes of any email that Outcrop sends for a mailbox. */
export async function buildEmail(
  email: EmailParts,
): Promise<Pick<ComposedEmail, 'envelope' | 'raw'>> {
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

/** A line break in these headers breaks DKIM signatures and threads at some receivers. */
const inOneLine = (value: string) => ({ prepared: true, value });

const toName = (name: string | null | undefined): string =>
  (name ?? '').replaceAll(lineBreaks, ' ').trim();

/** Encodes characters of an unusual address in the URL that would end the header. */
const toUri = (url: string): string => url.replaceAll(/[^\x21-\x7e]|[<>,]/gu, encodeURIComponent);
