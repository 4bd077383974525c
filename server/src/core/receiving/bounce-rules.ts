import { noticeOf, readDeliveryStatus, recipientsIn, segmentsOf } from './delivery-status-rules.ts';
import {
  answersIn,
  codeOf,
  isBeforeRecipient,
  otherReasonIn,
  permanenceOf,
} from './failure-rules.ts';
import type { DeliveryStatus, MessageDecision, ParsedMessage } from './message.ts';
import type { NoticeSigns } from './notice-sign-rules.ts';
import type { PhrasePatterns } from './phrase-patterns.ts';

/** The delivery statuses of a notice that has them in its text. */
export function readPlainStatuses(
  message: ParsedMessage,
  signs: NoticeSigns,
  ours: ReadonlySet<string>,
  phrases: PhrasePatterns,
): DeliveryStatus[] {
  const notice = noticeOf(message.text, phrases);
  const isDelay = signs.hasDelaySubject || phrases.delayText.test(notice);
  // Some servers write the fields of a status part into the text.
  const fields = /^[ \t]*final-recipient[ \t]*:/im.test(notice)
    ? readDeliveryStatus(notice, 50).filter(({ recipient }) => recipient !== '')
    : [];
  if (fields.length > 0) return fields;
  const recipients = recipientsIn(message, notice, ours, phrases);
  const segmentOf = segmentsOf(notice, recipients);
  return recipients.map((recipient) => {
    const answers = answersIn(segmentOf(recipient));
    return {
      recipient,
      action: isDelay ? 'delayed' : 'failed',
      status: codeOf(null, answers),
      diagnostic: answers === '' ? null : answers,
    };
  });
}

/** Decides about a notice: delayed, delivered, or a bounce that is permanent or not. */
export function decideNotice(
  message: ParsedMessage,
  statuses: DeliveryStatus[],
  ours: ReadonlySet<string>,
  phrases: PhrasePatterns,
): MessageDecision {
  const originalMessageId =
    message.originalMessageId ?? message.inReplyTo ?? message.references.at(-1) ?? null;
  const failed = statuses.filter(({ action }) => action === 'failed');
  const delayed = statuses.filter(({ action }) => action === 'delayed');
  const base = { permanent: false, originalMessageId, returnDate: null };
  if (failed.length === 0 && statuses.length > 0) {
    const kind = delayed.length > 0 ? ('delayed' as const) : ('automatic' as const);
    const about = delayed.length > 0 ? delayed : statuses;
    return {
      ...base,
      kind,
      recipients: noticeRecipients(about, message, ours),
      evidence: about.slice(0, 5).map(evidenceOf),
    };
  }
  const notice = noticeOf(message.text, phrases);
  const recipients = failed.map(({ recipient }) => recipient);
  // An answer about the sender does not decide about a recipient.
  const domains = recipients.map(domainOf);
  const senders = message.to
    .flatMap(({ address }) => [address, domainOf(address)])
    .filter((name) => !recipients.includes(name) && !domains.includes(name));
  const segmentOf = segmentsOf(notice, recipients);
  const unnamed: DeliveryStatus = {
    recipient: '',
    action: 'failed',
    status: null,
    diagnostic: null,
  };
  const permanent = (statuses.length > 0 ? failed : [unnamed]).filter((status) =>
    isPermanent(status, segmentOf(status.recipient), message.subject, senders, phrases),
  );
  const isPermanentNotice = permanent.length > 0;
  const about = isPermanentNotice && statuses.length > 0 ? permanent : failed;
  const reason = isPermanentNotice
    ? null
    : otherReasonIn(about[0]?.diagnostic ?? notice, senders, phrases);
  return {
    ...base,
    kind: 'bounce',
    permanent: isPermanentNotice,
    recipients: noticeRecipients(about, message, ours),
    evidence: [
      ...about.slice(0, 5).map(evidenceOf),
      ...(reason === null ? [] : [`Reason: ${reason}`]),
      ...(statuses.length === 0 ? ['Text of a delivery notice'] : []),
    ],
  };
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1);

/** Decides by the server's answer, then by answers in the notice, the code, and the words of the notice. */
function isPermanent(
  { status, diagnostic }: DeliveryStatus,
  segment: string,
  subject: string,
  senders: string[],
  phrases: PhrasePatterns,
): boolean {
  const answers = [diagnostic ?? '', answersIn(segment)].filter((text) => /\p{L}{3}/u.test(text));
  if (isBeforeRecipient(segment)) return false;
  for (const text of answers) {
    const decided = permanenceOf({ status, text, senders }, phrases);
    if (decided !== null) return decided;
  }
  return (
    permanenceOf({ status, text: '' }, phrases) ??
    permanenceOf({ status, text: withoutFields(segment) }, phrases) ??
    permanenceOf({ status, text: reasonInSubject(subject) }, phrases) === true
  );
}

/** "Returned mail: User unknown". Other subjects only repeat the subject of the returned message. */
const reasonInSubject = (subject: string) =>
  /^\s*(?:returned mail|delivery failure)\s*:(.{1,300})/i.exec(subject)?.[1] ?? '';

/** Without lines such as "Subject: …" that describe the returned message. */
const withoutFields = (text: string) =>
  text.replaceAll(
    /^[ \t]*(?:original |the )?(?:from|sender|subject|date|sent|message[- ]id|x-[\w-]{1,40}|\w{1,20}-mta)[ \t]*:[^\n]*$/gim,
    '',
  );

function noticeRecipients(
  statuses: DeliveryStatus[],
  message: ParsedMessage,
  ours: ReadonlySet<string>,
): string[] {
  const named = statuses.flatMap(({ recipient, originalRecipient }) => [
    originalRecipient ?? '',
    recipient,
  ]);
  const addresses = [...new Set(named)].filter((address) => address !== '' && !ours.has(address));
  // Exchange wraps an internal name into an address that got no email.
  const outside = addresses.filter((address) => !/^imcea\w{1,10}-/.test(address));
  if (outside.length > 0) return outside;
  return addresses.length > 0 && (message.originalRecipients ?? []).length === 0
    ? addresses
    : (message.originalRecipients ?? []).filter((address) => !ours.has(address));
}

function evidenceOf({ recipient, action, status, diagnostic }: DeliveryStatus): string {
  const code = codeOf(status, diagnostic ?? '');
  const whom = recipient === '' ? 'an unnamed recipient' : recipient;
  return code === null ? `Delivery ${action} for ${whom}` : `Status ${code} for ${whom}`;
}
