import { type DecodedPart, decodePart, textOfHtml } from './decode-part.ts';
import { addressesIn, readDeliveryStatus } from './delivery-status-rules.ts';
import { type MessageSource, messageLimits, type ParsedMessage } from './message.ts';
import { ownWordsOf } from './own-text.ts';
import { type MessageHeader, messageIds, readHeader } from './read-header.ts';
import { contentField } from './split-message.ts';
import { cleanLine } from './text-rules.ts';

/** Runs in a worker thread; see `parse-message.ts`. */
export async function readMessage(source: MessageSource): Promise<ParsedMessage> {
  const header = await readHeader(source.header);
  const parts: DecodedPart[] = [];
  for (const part of source.parts.slice(0, messageLimits.parts))
    parts.push(await decodePart(part, source.header));
  const texts = parts.filter(({ isAttachment, type }) => !isAttachment && type === 'text/plain');
  const plain = joinTexts(texts.map(({ text }) => text));
  const html =
    parts.find(({ isAttachment, type }) => !isAttachment && type === 'text/html')?.text || null;
  const text = plain.trim() === '' && html !== null ? textOfHtml(html) : plain;
  const ownWords = ownWordsOf(text);
  const reports = reportsOf(parts, text);
  const isAnswer = parts.some((part) => isCalendarAnswer(part, ownWords));
  const report = reports.report ?? (isAnswer ? ('calendar' as const) : null);
  return { ...header, text, html, ownWords, ...reports, report, isHeaderOnly: false };
}

/** Reads a message whose body takes too much time or memory. */
export const readHeaderOnly = async (
  source: Pick<MessageSource, 'header'>,
): Promise<ParsedMessage> => withoutBody(await readHeader(source.header));

export const withoutBody = (header: MessageHeader): ParsedMessage => ({
  ...header,
  text: '',
  html: null,
  ownWords: '',
  deliveryStatus: [],
  complaint: null,
  originalMessageId: null,
  originalRecipients: [],
  report: null,
  isHeaderOnly: true,
});

export const emptyHeader: MessageHeader = {
  messageId: null,
  inReplyTo: null,
  references: [],
  from: null,
  to: [],
  cc: [],
  replyTo: [],
  subject: '',
  sentAt: null,
  headers: {},
};

const joinTexts = (texts: string[]): string =>
  texts
    .filter((text) => text.trim() !== '')
    .join('\n\n')
    .slice(0, messageLimits.textLength);

/** The person pressed a button. Google describes the event in the text; other texts are comments. */
const isCalendarAnswer = ({ type, text }: DecodedPart, ownWords: string): boolean =>
  type === 'text/calendar' &&
  /^METHOD:REPLY[ \t]*$/im.test(text) &&
  !/^COMMENT[:;]|X-RESPONSE-COMMENT=/im.test(text) &&
  (ownWords.trim() === '' || /^PRODID:[^\n]{0,20}Google/im.test(text));

const statusTypes = /^message\/(?:global-)?delivery-status$/;
const returnedTypes =
  /^(?:message\/(?:rfc822|global|partial|news)|text\/rfc822-headers|message\/(?:rfc822|global)-headers)$/;

function reportsOf(parts: DecodedPart[], text: string) {
  const ofType = (pattern: RegExp) => parts.filter(({ type }) => pattern.test(type));
  const status = ofType(statusTypes);
  const feedback = ofType(/^message\/feedback-report$/);
  const receipt = ofType(/^message\/(?:global-)?disposition-notification$/);
  const returned = [
    ...ofType(returnedTypes).map((part) => innermostMessage(part.text)),
    // Some servers return the message as a part without a type. Its header is the header of the part.
    ...parts
      .filter((part) => /^received:|^message-id:/im.test(part.header))
      .map((part) => part.header),
  ].map((each) => each.slice(0, messageLimits.headerBytes));
  const inText = returnedHeaderIn(text);
  const originals = [...returned, ...(inText === '' ? [] : [inText])];
  // Some gateways return the notice of another server, and that notice has the status.
  const nested = ofType(returnedTypes).filter(({ text: each }) => isReport(each));
  const deliveryStatus = (status.length > 0 ? status : nested).flatMap((part) =>
    readDeliveryStatus(part.text, messageLimits.recipients),
  );
  const report: ParsedMessage['report'] =
    status.length > 0
      ? 'delivery'
      : feedback.length > 0
        ? 'complaint'
        : receipt.length > 0
          ? 'receipt'
          : null;
  const originalMessageId =
    findFirstId([...originals, ...[...status, ...feedback, ...receipt].map((part) => part.text)]) ??
    findNamedId(text);
  return {
    deliveryStatus: deliveryStatus.slice(0, messageLimits.recipients),
    complaint: feedback[0] ? complaintOf(feedback[0].text, originals, originalMessageId) : null,
    originalMessageId,
    originalRecipients: recipientsOf(originals),
    report,
  };
}

const isReport = (message: string) =>
  /^multipart\/report/i.test(contentField(headerTextOf(message), 'content-type'));

/** The message that a returned notice returns. */
function innermostMessage(message: string): string {
  if (!isReport(message)) return message;
  const starts = message.matchAll(
    /^Content-Type:[ \t]*(?:message\/rfc822|text\/rfc822-headers)/gim,
  );
  const last = [...starts].at(-1);
  return last ? message.slice(message.indexOf('\n', last.index) + 1).trimStart() : message;
}

/** The line where the header of the returned message starts in a notice in plain text. */
const returnedStart =
  /^[ \t>]*(?:Received|Return-Path|Message-ID|MIME-Version|DKIM-Signature|X-[\w-]+|Delivered-To):[ \t]*\S/im;

function returnedHeaderIn(text: string): string {
  const start = returnedStart.exec(text);
  if (!start) return '';
  return text
    .slice(start.index, start.index + messageLimits.headerBytes)
    .replaceAll(/^[ \t]*>[ \t]?/gm, '');
}

function findFirstId(headers: string[]): string | null {
  for (const header of headers) {
    const [, value = ''] =
      /^[ \t>]*(?:Original-|X-Original-)?Message-I[dD][ \t]*:[ \t]*(?:\n[ \t]+)?([^\n]{1,600})/im.exec(
        header,
      ) ?? [];
    const [id] = messageIds(value);
    if (id) return id;
  }
  return null;
}

/** "The message identifier was: <…>", in the words of a notice. */
const findNamedId = (text: string): string | null =>
  /message[- ]id(?:entifier)?\b[^\n<>@]{0,40}<([^<>\s@]{1,250}@[^<>\s@]{1,250})>/i.exec(
    text.slice(0, 16_384),
  )?.[1] ?? null;

const recipientsOf = (headers: string[]): string[] =>
  [
    ...new Set(
      headers.flatMap((header) =>
        addressesIn(contentField(headerTextOf(header), 'to').slice(0, 8_192)),
      ),
    ),
  ].slice(0, messageLimits.recipients);

/** The header of a message, without its body. */
const headerTextOf = (message: string) => message.replace(/^\n+/, '').split('\n\n', 1)[0]!;

function complaintOf(text: string, originals: string[], originalMessageId: string | null) {
  const named = [
    ...text.matchAll(
      /^[ \t]*(?:Original-Rcpt-To|Removal-Recipient|Redacted-Address|X-Original-Rcpt-To)[ \t]*:([^\n]{1,500})/gim,
    ),
  ];
  const recipients = [...new Set(named.flatMap(([, value]) => addressesIn(value!)))];
  const type = /^[ \t]*Feedback-Type[ \t]*:[ \t]*([\w-]{1,40})/im.exec(text)?.[1]?.toLowerCase();
  return {
    recipients: (recipients.length > 0 ? recipients : recipientsOf(originals)).slice(
      0,
      messageLimits.recipients,
    ),
    originalMessageId,
    ...(type && { type: cleanLine(type, 40) }),
  };
}
